package fast_test

import (
	"context"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// input is an array that a test binds before its program.
type input struct {
	name string
	v    value.Val
}

// parse elaborates a program that starts with the inputs.
func parse(t testing.TB, text string, inputs ...input) (*syntax.Program, map[string]int) {
	t.Helper()
	p, err := syntax.Parse(diag.NewSource("t.fun", text))
	if err != nil {
		t.Fatalf("%s\n%s", err, text)
	}
	s := elab.NewSession(nil)
	ids := map[string]int{}
	for _, in := range inputs {
		typ := &syntax.Type{}
		for _, n := range in.v.Shape() {
			typ.Dims = append(typ.Dims, &syntax.IntLit{Val: num.Of(int64(n))})
		}
		ids[in.name] = s.Bind(in.name, typ).ID
	}
	u, err := s.Program(p)
	if err != nil {
		t.Fatalf("%s\n%s", err, text)
	}
	return u.Core, ids
}

// evaluator returns a value machine with the inputs bound.
func evaluator(ids map[string]int, inputs ...input) *value.Machine {
	m := value.New(engine.Options{})
	for _, in := range inputs {
		m.Env.Bind(ids[in.name], in.v)
	}
	return m
}

// counted wraps an accelerator and counts its results.
type counted struct {
	*fast.Kernels
	yes, no int
}

func (c *counted) Accelerate(ctx context.Context, pat []*syntax.Binding, e syntax.Expr, env value.Env, def func(string) *syntax.Def) ([]value.Val, bool) {
	v, ok := c.Kernels.Accelerate(ctx, pat, e, env, def)
	if ok {
		c.yes++
	} else {
		c.no++
	}
	return v, ok
}

// array returns an array of the given shape with elements from f.
func array(f func(k int) int64, shape ...int) value.Val {
	n, _ := machine.Count(shape)
	data := make([]int64, n)
	for k := range data {
		data[k] = f(k)
	}
	return value.Val{A: &value.Array{Shape: shape, Elems: num.VecOf(data)}}
}
