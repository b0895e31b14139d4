package ahead_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/ahead"
	"funmem/lower/pass"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// transformed returns the transformed form of a program, with its functions.
func transformed(f *ahead.Functions, p *syntax.Program) *syntax.Program {
	ctx, none := context.Background(), func(string) *syntax.Def { return nil }
	defs := map[string]*syntax.Def{}
	for _, d := range p.Defs() {
		defs[d.Name] = d
	}
	types := map[int]*syntax.Type{}
	syntax.Walk(p, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Binding); ok {
			types[b.ID] = b.Type
		}
		return true
	})
	outside := func(id int) *syntax.Type { return types[id] }
	faster := f.Faster(ctx, func(name string) *syntax.Def { return defs[name] }, outside)
	out := &syntax.Program{Span: p.Span}
	for _, d := range f.Program(ctx, p, func(int) bool { return false }, none, outside).Decls {
		if d, ok := d.(*syntax.Def); ok {
			out.Decls = append(out.Decls, faster(d.Name))
			continue
		}
		out.Decls = append(out.Decls, d)
	}
	return out
}

// same compares a program with its transformed form, under the rules.
func same(t rapid.TB, p *syntax.Program) (before, after *syntax.Program) {
	after = transformed(ahead.NewFunctions(), p)
	run := func(p *syntax.Program) ([]value.Val, error) {
		v, err := value.New(engine.Options{}).Run(context.Background(), p)
		var d *diag.Diagnostic
		if err != nil && !errors.As(err, &d) {
			t.Fatal(err)
		}
		return v, err
	}
	x, wrong := run(p)
	y, err := run(after)
	if (wrong == nil) != (err == nil) || err == nil && !reflect.DeepEqual(x, y) {
		t.Fatalf("%s\nbefore: %v, %v\nafter: %v, %v\n%s", syntax.Print(p), x, wrong, y, err, syntax.Print(after))
	}
	return p, after
}

// TestExamples: the examples have the values that they had.
func TestExamples(t *testing.T) {
	for _, p := range passtest.Examples(t) {
		if p.Form == pass.Fun {
			t.Run(p.Name, func(t *testing.T) { same(t, p.Core) })
		}
	}
}

// TestRandomPrograms: random programs have the values that they had, or are stuck as they were.
func TestRandomPrograms(t *testing.T) {
	passtest.Check(t, 200, func(rt *rapid.T) { same(rt, passtest.Random(rt).Core) })
	passtest.Check(t, 400, func(rt *rapid.T) { same(rt, passtest.Parse(t, "stuck", passtest.Stuck(rt)).Core) })
}

// TestTransformed shows what becomes of programs.
func TestTransformed(t *testing.T) {
	var b strings.Builder
	for _, c := range testkit.Chunks(t, "testdata/programs.fun") {
		text := strings.TrimSpace(c.Source.Text)
		_, after := same(t, passtest.Parse(t, "programs", text).Core)
		b.WriteString(text + "\n=>\n" + syntax.Print(after) + "\n---\n")
	}
	testkit.Golden(t, "testdata/programs.golden", b.String())
}

// TestRedefined: a function is transformed again when one that it calls has become another.
func TestRedefined(t *testing.T) {
	const text = "def g (a : int) : int = %\ndef f [n] (x : [n]int) : int =\n  let q = map g x\n  in if n > 2 then q[2] else 0\n"
	total := passtest.Parse(t, "total", strings.Replace(text, "%", "a + 1", 1)).Core
	partial := passtest.Parse(t, "partial", strings.Replace(text, "%", "10 / a", 1)).Core
	g, f := total.Defs()[0], total.Defs()[1]
	lookup := func(name string) *syntax.Def { return map[string]*syntax.Def{"f": f, "g": g}[name] }
	faster := ahead.NewFunctions().Faster(context.Background(), lookup, nil)
	kernels := func() (n int) {
		syntax.Walk(faster("f"), func(n1 syntax.Node) bool {
			if _, ok := n1.(*syntax.Kernel); ok {
				n++
			}
			return true
		})
		return n
	}
	if n := kernels(); n != 0 {
		t.Errorf("%d kernels are left of an array whose elements cannot get stuck", n)
	}
	if first := faster("f"); first != faster("f") {
		t.Error("a function is transformed again although nothing has changed")
	}
	if g = partial.Defs()[0]; kernels() != 1 {
		t.Error("elements that may get stuck are taken away")
	}
}

// TestStopped: where the context is done, functions and programs stay as they are.
func TestStopped(t *testing.T) {
	p := passtest.Parse(t, "p", "def f [n] (x : [n]int) : [n]int = map (\\a -> a + 1) (map (\\a -> a * a) x)\nlet x = iota 5\nmap (\\a -> a + 1) (map (\\a -> a * a) x)").Core
	ctx, stop := context.WithCancel(context.Background())
	f, none := ahead.NewFunctions(), func(string) *syntax.Def { return nil }
	program := func() *syntax.Program {
		return f.Program(ctx, p, func(int) bool { return false }, none, nil)
	}
	if program() == p {
		t.Error("nothing is done to the program")
	}
	def := func(string) *syntax.Def { return p.Defs()[0] }
	stop()
	if program() != p || f.Faster(ctx, def, nil)("f") != def("f") {
		t.Error("something was done although the context is done")
	}
}

// BenchmarkFunctions measures what the functions of the examples take to be transformed, and the longest time for one.
func BenchmarkFunctions(b *testing.B) {
	list := passtest.Examples(b)
	b.ResetTimer()
	functions := 0
	for range b.N {
		for _, p := range list {
			if p.Form == pass.Fun {
				transformed(ahead.NewFunctions(), p.Core)
				functions += len(p.Core.Defs())
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(functions), "µs/function")
}
