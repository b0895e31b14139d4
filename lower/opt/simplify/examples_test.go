package simplify_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"
	"funmem/semantics/syntax"
)

// TestExamples simplifies all examples, before and after they get memory. A golden file
// shows how the numbers change: of statements, of results of ifs and loops, of allocs, and
// of places where arrays are copied.
func TestExamples(t *testing.T) {
	var out strings.Builder
	var before, after [6]int
	for _, p := range passtest.Examples(t) {
		if p.Form == pass.Fun {
			again(t, p.Name, p.Last(t, "simplify", *passtest.Tests))
		}
		p = p.Mem(t)
		was := sizes(&pass.Stage{Program: p.Core, Metrics: pass.MetricsOf(p.Core, nil)})
		s := p.Last(t, "simplify", *passtest.Tests)
		again(t, p.Name, s)
		is := sizes(s)
		fmt.Fprintf(&out, "%-32s%s\n", p.Name, changes(was, is))
		for k := range was {
			before[k], after[k] = before[k]+was[k], after[k]+is[k]
		}
	}
	fmt.Fprintf(&out, "%-32s%s\n", "all", changes(before, after))
	testkit.Golden(t, "testdata/examples.golden", out.String())
}

// sizes counts the statements of a stage, the results of its ifs and loops, its allocs,
// those in kernels, and its copies.
func sizes(s *pass.Stage) [6]int {
	m := s.Metrics
	n := [6]int{3: m.Allocs, 4: m.InKernels, 5: m.Copies}
	syntax.Walk(s.Program, func(x syntax.Node) bool {
		if l, ok := x.(*syntax.Let); ok {
			n[0]++
			switch l.Exp.(type) {
			case *syntax.If:
				n[1] += len(l.Pat)
			case *syntax.Loop:
				n[2] += len(l.Pat)
			}
		}
		return true
	})
	return n
}

// changes shows the change of sizes in one line.
func changes(was, is [6]int) string {
	var parts []string
	for k, what := range []string{"statements", "results of ifs", "of loops", "allocs", "in kernels", "copies"} {
		switch {
		case was[k] != is[k]:
			parts = append(parts, fmt.Sprintf("%s %d -> %d", what, was[k], is[k]))
		case was[k] > 0:
			parts = append(parts, fmt.Sprintf("%s %d", what, is[k]))
		}
	}
	return strings.Join(parts, ", ")
}
