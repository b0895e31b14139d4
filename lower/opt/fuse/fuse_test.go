package fuse_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"funmem/heap"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// header is the first line of a chunk: the passes, and what it shows.
var header = regexp.MustCompile(`^-- ([a-z:=0-9,]+): `)

// rules visits the programs of a file with their passes.
func rules(t *testing.T, visit func(text, passes string, p *passtest.Program)) {
	for _, c := range testkit.Chunks(t, "testdata/rules.fun") {
		text := strings.TrimLeft(c.Source.Text, "\n")
		visit(text, header.FindStringSubmatch(text)[1], passtest.Parse(t, "rules", text))
	}
}

// TestRules shows for each rule and condition what happens to a program, with the notes.
func TestRules(t *testing.T) {
	var b strings.Builder
	rules(t, func(text, passes string, p *passtest.Program) {
		last := p.Last(t, passes, 0)
		b.WriteString(text + "=>\n" + last.Text + "\n=>\n" + passtest.Explain(last) + "---\n")
	})
	testkit.Golden(t, "testdata/rules.golden", b.String())
}

// TestChecked runs the same programs, and those of testdata/arrays, with all checks.
func TestChecked(t *testing.T) {
	rules(t, func(_, passes string, p *passtest.Program) { p.Last(t, passes, 20) })
	for _, p := range arrays(t) {
		inlined(t, p, "all").Last(t, "fuse", 1)
		inlined(t, p, "needed").Last(t, "fuse:horizontal=yes", 1)
	}
}

// inlined returns a program without calls.
func inlined(t *testing.T, p *passtest.Program, defs string) *passtest.Program {
	return &passtest.Program{Name: p.Name, Form: p.Form, Core: p.Last(t, "inline:defs="+defs, 0).Program, Supply: p.Supply}
}

// TestExamples does the same with all examples.
func TestExamples(t *testing.T) {
	for _, p := range passtest.Examples(t) {
		if p.Form != pass.Fun {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			inlined(t, p, "all").Last(t, "fuse", *passtest.Tests)
			inlined(t, p, "needed").Last(t, "fuse:horizontal=yes", *passtest.Tests)
		})
	}
}

// arrays returns benchmarks written with an array for each step.
func arrays(t *testing.T) []*passtest.Program {
	files, err := filepath.Glob("testdata/arrays/*.fun")
	if err != nil {
		t.Fatal(err)
	}
	var list []*passtest.Program
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, passtest.Parse(t, filepath.ToSlash(strings.TrimPrefix(file, "testdata/")), string(text)))
	}
	return list
}

// TestMemory shows what memory programs take before and after, and that it is never more.
// With horizontal it may be more: arrays made at the same time are alive at the same time.
func TestMemory(t *testing.T) {
	var b strings.Builder
	for _, p := range append(passtest.Examples(t), arrays(t)...) {
		if p.Form != pass.Fun || len(p.Core.Main().Res) == 0 {
			continue
		}
		notes := ""
		if strings.HasPrefix(p.Name, "arrays/") {
			notes = "  " + strings.ReplaceAll(passtest.Explain(p.Last(t, "inline,fuse:horizontal=yes", 0)), "\n", "\n  ")
		}
		if p.Last(t, "inline", 0).Text == p.Last(t, "inline,fuse:horizontal=yes", 0).Text {
			continue
		}
		used := func(list string) heap.Usage { return passtest.Measure(t, p.Last(t, list, 0).Program) }
		before, after, joined := used("inline,introduce"), used("inline,fuse,introduce"), used("inline,fuse:horizontal=yes,introduce")
		fmt.Fprintf(&b, "%s\n  %s\n  fuse: %s\n", p.Name, line(before), line(after))
		if joined != after {
			fmt.Fprintf(&b, "  fuse:horizontal=yes: %s\n", line(joined))
		}
		b.WriteString(strings.TrimRight(notes, " "))
		if after.Allocs > before.Allocs || after.Locations > before.Locations || after.Copied > before.Copied || after.Peak > before.Peak {
			t.Errorf("%s takes more memory: %s, and %s before", p.Name, line(after), line(before))
		}
	}
	testkit.Golden(t, "testdata/memory.golden", b.String())
}

func line(u heap.Usage) string {
	return fmt.Sprintf("%s, %d in kernels; %s, %d at most; %d copied; %s", diag.Count(u.Allocs, "alloc"), u.InKernels,
		diag.Count(u.Locations, "location"), u.Peak, u.Copied, diag.Count(u.Kernels, "kernel"))
}

// TestRandomPrograms does the same with random programs.
func TestRandomPrograms(t *testing.T) {
	passtest.Check(t, 100, func(rt *rapid.T) {
		p := passtest.Random(rt)
		list := rapid.SampledFrom([]string{
			"fuse", "inline,fuse", "inline:defs=all,fuse", "inline,fuse:horizontal=yes", "inline,fuse:limit=64", "specialise,inline,fuse:limit=0",
		}).Draw(rt, "passes")
		if _, err := p.Run(list, 1); err != nil {
			rt.Fatalf("%s: %v\n%s", list, err, syntax.Print(p.Core))
		}
	})
}

// TestLong: a chain of arrays, each reading the one before twice, makes a program that grows linearly with their
// number, not exponentially.
func TestLong(t *testing.T) {
	size := func(k int) (n int) {
		text := "def f (n : int) (xs : [n]int) : int =\n" + strings.Repeat("  let xs = xs ++ xs\n", k) + "  in xs[1]\n\nf(2, [3, 4])\n"
		s := passtest.Parse(t, "rows", text).Last(t, "fuse", 0)
		syntax.Walk(s.Program, func(syntax.Node) bool { n++; return true })
		return n
	}
	if few, many := size(10), size(20); many > 4*few {
		t.Errorf("10 arrays make a program of %d nodes, and 20 one of %d", few, many)
	}
}
