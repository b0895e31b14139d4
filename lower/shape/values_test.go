package shape_test

import (
	"context"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/internal/passtest"
	"funmem/lower/pass"
	"funmem/lower/shape"
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// fatal is what both kinds of tests have.
type fatal interface {
	Helper()
	Fatalf(string, ...any)
}

// agree runs a program of Fun, and compares the arrays that calls in its main part give with what the shape functions say of them. It returns how many
// sizes it compared.
func agree(t fatal, p *passtest.Program) (compared int) {
	t.Helper()
	if p.Form != pass.Fun {
		return 0
	}
	by := map[string]*shape.Function{}
	for _, f := range shape.Of(p.Core) {
		by[f.Def.Name] = f
	}
	m := value.New(engine.Options{})
	if _, err := m.Run(context.Background(), p.Core); err != nil {
		return 0
	}
	for _, s := range p.Core.Main().Stms {
		let, ok := s.(*syntax.Let)
		if !ok {
			continue
		}
		call, ok := let.Exp.(*syntax.Call)
		if !ok || by[call.Fn] == nil || by[call.Fn].Refused != nil {
			continue
		}
		f := by[call.Fn]
		of := func(e syntax.Expr) value.Val {
			switch e := e.(type) {
			case *syntax.Var:
				return m.Env.Of(e.ID)
			case *syntax.IntLit:
				return value.Val{I: e.Val}
			}
			return value.Val{}
		}
		with := map[int]syntax.Expr{}
		for k, x := range f.Def.Params {
			v := of(call.Args[k])
			if x.Type.IsInt() {
				with[x.ID] = &syntax.IntLit{Val: v.I}
			}
			for n, size := range x.Type.Dims {
				if s, ok := size.(*syntax.Var); ok {
					with[s.ID] = &syntax.IntLit{Val: num.Of(int64(v.A.Shape[n]))}
				}
			}
		}
		k := 0
		for j, x := range let.Pat {
			if f.Def.IsSize(f.Def.Ret[j]) {
				continue
			}
			for n, size := range f.Sizes[k] {
				is, ok := (&poly.Env{}).Of(syntax.Subst(size.Expr(), with)).Const()
				got := m.Env.Of(x.ID).A.Shape[n]
				if want, fits := is.Int64(); !ok || !fits || want != int64(got) {
					t.Fatalf("%s: `%s`: size %d of result %d is %d, and its shape function says %s", p.Name, syntax.Line(call), n+1, k+1, got, size)
				}
				compared++
			}
			k++
		}
	}
	return compared
}

// TestExamples: the shape functions of the examples give the shapes that their arrays have.
func TestExamples(t *testing.T) {
	compared := 0
	for _, p := range passtest.Examples(t) {
		compared += agree(t, p)
	}
	t.Logf("%d sizes compared", compared)
	if compared < 50 {
		t.Errorf("only %d sizes compared", compared)
	}
}

// TestRandom: so do those of random programs.
func TestRandom(t *testing.T) {
	compared := 0
	passtest.Check(t, 2000, func(rt *rapid.T) {
		compared += agree(rt, passtest.Random(rt))
	})
	t.Logf("%d sizes compared", compared)
	if compared < 100 {
		t.Errorf("only %d sizes compared", compared)
	}
}
