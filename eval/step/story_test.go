package step_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/eval/step"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/semantics/derive"
	"funmem/semantics/num"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// given fills the cells of a block with what it holds when it comes about.
func given(cells []string, b step.Block) {
	for k, c := range b.Cells {
		if c != "" {
			cells[k] = c
		}
	}
}

// agrees compares the story of a program with an evaluation that nobody watches, and with its derivation.
func agrees(t rapid.TB, name string, p *syntax.Program, count map[step.Kind]int) {
	t.Helper()
	s, numbers, out, err := step.RecordAll(context.Background(), p, step.Options{Options: engine.Options{Memory: 1 << 28}})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if s.More {
		count["more"]++
		return
	}
	rules, races, differ := map[string]int{}, 0, 0
	cells := make([][]string, len(s.Blocks))
	for k, b := range s.Blocks {
		cells[k] = make([]string, b.Size)
		for off := range cells[k] {
			cells[k][off] = "0"
		}
		given(cells[k], b)
	}
	for k, x := range s.Steps {
		count[x.Kind]++
		switch x.Kind {
		case step.Write:
			cells[x.Block-1][x.Offset] = x.Value
		case step.Read:
			if was := cells[x.Block-1][x.Offset]; was != x.Value && was != "0" { // a location that nobody wrote may hold 0.0
				t.Fatalf("%s: step %d reads %s, and %s was written there", name, k+1, x.Value, was)
			}
		case step.End:
			rules[x.Rule]++
		case step.Race:
			races++
			if o := s.Steps[x.Other-1]; o.Block != x.Block || o.Offset != x.Offset {
				t.Fatalf("%s: step %d races with step %d, which is at another location", name, k+1, x.Other)
			}
		case step.Differ:
			differ++
		}
	}
	for b, n := range numbers {
		if _, freed := b.Freed(); freed {
			continue
		}
		for off := range b.Len() {
			if b.Written(off) && b.Cell(off).String() != cells[n-1][off] {
				t.Fatalf("%s: location %d of %s holds %s, and by the steps %s", name, off, b, b.Cell(off), cells[n-1][off])
			}
		}
	}
	racy := 0
	for _, k := range out.Kernels {
		racy += k.Racy
	}
	if (racy > 0) != (races > 0) || (out.Divergence != nil) != (differ > 0) {
		t.Fatalf("%s: %d racy instances and %d steps, difference %v and %d steps", name, racy, races, out.Divergence, differ)
	}
	rec := derive.NewRecorder()
	rec.All = true
	m := memory.New(memory.Options{Options: engine.Options{Memory: 1 << 28}, Validate: true, Derive: rec})
	if _, err := m.Run(context.Background(), p); err != nil {
		return // rules that were not done
	}
	for _, tree := range rec.Trees() {
		for r, n := range tree.Rules() {
			if r != "E-STMS" && r != "E-MEM-PROG" && rules[r] != n {
				t.Fatalf("%s: rule %s is applied %d times in the derivation, and %d times in the steps", name, r, n, rules[r])
			}
		}
	}
}

// TestSteps has the steps of small programs.
func TestSteps(t *testing.T) {
	var b strings.Builder
	for _, c := range testkit.Chunks(t, "testdata/steps.fun") {
		name, _, _ := strings.Cut(strings.TrimLeft(c.Source.Text, "\n"), "\n")
		p := passtest.Parse(t, name, c.Source.Text).Mem(t)
		agrees(t, name, p.Core, map[step.Kind]int{})
		s, err := step.Record(context.Background(), p.Core, step.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&b, name)
		for k, x := range s.Steps {
			fmt.Fprintf(&b, "%3d %*s%-6s %s", k+1, 2*x.Depth, "", x.Kind, x.Words)
			for _, v := range x.Binds {
				fmt.Fprintf(&b, " {%s}", v.Name)
			}
			if x.Other > 0 {
				fmt.Fprintf(&b, " (step %d)", x.Other)
			}
			if x.Last > 0 {
				fmt.Fprintf(&b, " (last written in step %d)", x.Last)
			}
			if x.Def != "" || x.Call != nil {
				fmt.Fprintf(&b, " (in %q, %v)", x.Def, x.Call)
			}
			for _, n := range x.Gone {
				fmt.Fprintf(&b, " (%s goes)", s.Blocks[n-1].Name)
			}
			if x.Free > 0 {
				fmt.Fprintf(&b, " (%s)", s.Blocks[x.Free-1].Name)
			}
			if x.Rule != "" {
				fmt.Fprintf(&b, " by %s", x.Rule)
			}
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "    %s%s\n---\n", s.Result, s.Ended)
	}
	testkit.Golden(t, "testdata/steps.golden", b.String())
}

// TestSession: a block from outside of which only some locations have been written.
func TestSession(t *testing.T) {
	first := passtest.Parse(t, "first", "let (m : mem) = alloc 4\nlet (x : [2] @ m -> 1 + {(2 : 2)}) = iota 2\nin (m, x)").Mem(t)
	m := memory.New(memory.Options{Options: engine.Options{Memory: 1 << 28}, Validate: true})
	if _, err := m.Run(context.Background(), first.Core); err != nil {
		t.Fatal(err)
	}
	x := first.Core.Decls[1].(*syntax.Let).Pat[0]
	z := &syntax.Binding{Name: "z", ID: 1000, Type: &syntax.Type{Elem: syntax.Int}}
	p := &syntax.Program{Decls: []syntax.Decl{&syntax.Let{Pat: []*syntax.Binding{z}, Exp: &syntax.Index{X: x.Use(), At: []syntax.Expr{&syntax.IntLit{Val: num.Of(2)}}}}, &syntax.In{Res: []syntax.Expr{z.Use()}}}}
	s, err := step.Record(context.Background(), p, step.Options{}, func(n *memory.Machine) { n.Env, n.Heap, n.Defs = m.Env.Clone(), m.Heap, m.Defs.Clone() })
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Blocks[0].Cells; !slices.Equal(got, []string{"", "1", "", "2"}) {
		t.Errorf("the block has %q", got)
	}
	if s.Result != "2" {
		t.Errorf("the result is %s", s.Result)
	}
}

// TestExamples: the steps of all examples, wrong ones too, are what happens.
func TestExamples(t *testing.T) {
	count := map[step.Kind]int{}
	for _, p := range append(passtest.Examples(t), passtest.Wrong(t)...) {
		if !p.Slow() {
			agrees(t, p.Name, p.Mem(t).Core, count)
		}
	}
	t.Log(count)
	for _, k := range []step.Kind{step.Turn, step.Read, step.Write, step.End} {
		if count[k] == 0 {
			t.Errorf("no step is a %s", k)
		}
	}
}

// TestRandom: and those of random programs.
func TestRandom(t *testing.T) {
	count := map[step.Kind]int{}
	n := 0
	passtest.Check(t, testkit.Sample(200, 2000), func(rt *rapid.T) {
		p := passtest.Drawn(rt).Mem(rt).Claimed(rt)
		n++
		agrees(rt, fmt.Sprint("random ", n, "\n", syntax.Print(p.Core)), p.Core, count)
	})
	t.Log(count)
}
