package introduce_test

import (
	"testing"

	"funmem/lower/introduce"
	"funmem/semantics/check"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/erase"
	"funmem/semantics/syntax"
)

// core elaborates a program.
func core(t *testing.T, text string) (*syntax.Program, *elab.Session) {
	t.Helper()
	p, err := syntax.Parse(diag.NewSource("test.fun", text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	s := elab.NewSession(nil)
	u, err := s.Program(p)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return u.Core, s
}

// transform introduces memory, and checks that the result is well-typed, parses
// again, is Fun when erased, and gives the original back when cleaned.
func transform(t *testing.T, text string) *syntax.Program {
	t.Helper()
	p, s := core(t, text)
	m, err := introduce.TransformProgram(p, s.Supply())
	if err != nil {
		t.Fatal(err)
	}
	if err := check.New(true, nil).Program(m); err != nil {
		t.Errorf("the FUNMEM program is not well-typed: %v\n%s", err, syntax.Print(m))
	}
	if err := check.New(false, nil).Program(erase.Program(m)); err != nil {
		t.Errorf("the erased program is not well-typed: %v\n%s", err, syntax.Print(erase.Program(m)))
	}
	again, err := syntax.Parse(diag.NewSource("printed.fun", syntax.Print(m)))
	if err != nil {
		t.Fatalf("%v\n%s", err, syntax.Print(m))
	}
	if !syntax.Equal(again, m) {
		t.Errorf("parsing what is printed gives another program:\n%s\nand\n%s", syntax.Print(m), syntax.Print(again))
	}
	if got, want := syntax.Print(withoutCopies(erase.Clean(m))), syntax.Print(p); got != want {
		t.Errorf("cleaned:\n%s\nwant\n%s", got, want)
	}
	return m
}

// withoutCopies returns what a transformed program copies to its results.
func withoutCopies(p *syntax.Program) *syntax.Program {
	of := map[int]syntax.Expr{}
	in := p.Decls[len(p.Decls)-1].(*syntax.In)
	out := &syntax.In{}
	decls := p.Decls[:len(p.Decls)-1]
	for len(decls) > 0 && len(of) < len(in.Res) {
		l, ok := decls[len(decls)-1].(*syntax.Let)
		if !ok {
			break
		}
		c, ok := l.Exp.(*syntax.Copy)
		if !ok {
			break
		}
		of[l.Pat[0].ID] = c.X
		decls = decls[:len(decls)-1]
	}
	for _, x := range in.Res {
		if v, ok := x.(*syntax.Var); ok && of[v.ID] != nil {
			x = of[v.ID]
		}
		out.Res = append(out.Res, x)
	}
	return &syntax.Program{Decls: append(append([]syntax.Decl(nil), decls...), out)}
}

func TestX(t *testing.T) {
	m := transform(t, `
let xs = 3
let ys = 4
let c = 1
let z = if c then iota xs else iota ys
z
`)
	t.Log("\n" + syntax.Print(m))
}
