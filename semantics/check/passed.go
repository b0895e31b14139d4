package check

import (
	"fmt"
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// passed is the premise of T-MEM-CALL that argument i, from 0, of a call of d
// lies where its parameter says under S.
func (c *Context) passed(d *syntax.Def, e *syntax.Call, i int, s map[int]syntax.Expr) *diag.Diagnostic {
	p, x := d.Params[i], e.Args[i]
	got, err := c.typeOf("T-MEM-CALL", x)
	if err != nil {
		return err
	}
	want := syntax.Subst(p.Type, s)
	what := fmt.Sprintf("`%s`, argument %d of `%s`,", c.Show(x), i+1, d.Name)
	err = c.sameMem("T-MEM-CALL", x.GetSpan(), what, "its parameter "+called(p, i), got, want.Mem.Block, want.Mem.L)
	if err == nil {
		return nil
	}
	err.Note(d.NameAt, "%s", Signature(d))
	if pass := c.rightArguments(d, p, got, s); pass != "" {
		return err.Helpf("pass %s", pass)
	}
	t := &syntax.Type{Elem: want.Elem, Dims: got.Dims, Mem: &syntax.MemAnn{Block: want.Mem.Block, L: want.Mem.L}}
	if parameter(d, p.Type.Mem.Block) < 0 {
		return err.Helpf("copy it to where `%s` wants it, `let (y : %s) = copy %s`, and pass `y`", d.Name, c.Show(t), c.Show(x))
	}
	t.Mem.Block = &syntax.Var{Name: "k"}
	return err.Helpf("copy it to a block `k` of its own, `let (y : %s) = copy %s`, and pass `k` and `y`", c.Show(t), c.Show(x))
}

// parameter is the number, from 0, of the parameter of d that v is, or -1.
func parameter(d *syntax.Def, v *syntax.Var) int {
	return slices.IndexFunc(d.Params, func(p *syntax.Binding) bool { return p.ID == v.ID })
}

// rightArguments says which arguments would let parameter p be where an array
// of type got lies: those for its block, its offset and its strides. It is ""
// when p's type is not made from them, or when the names for them are hidden.
func (c *Context) rightArguments(d *syntax.Def, p *syntax.Binding, got *syntax.Type, s map[int]syntax.Expr) string {
	var pass []string
	right := map[int]syntax.Expr{}
	for id, x := range s {
		right[id] = x
	}
	fit := func(part, x syntax.Expr) {
		v, ok := part.(*syntax.Var)
		if !ok || right[v.ID] == nil || c.Same(right[v.ID], x) || c.Show(right[v.ID]) == c.Show(x) {
			return
		}
		if j := parameter(d, v); j >= 0 {
			right[v.ID] = x
			pass = append(pass, fmt.Sprintf("`%s` for `%s`, argument %d", c.Show(x), d.Params[j].Written(), j+1))
		}
	}
	fit(p.Type.Mem.Block, got.Mem.Block)
	fit(p.Type.Mem.L.Offset, got.Mem.L.Offset)
	for k, dim := range p.Type.Mem.L.Dims {
		fit(dim.Stride, got.Mem.L.Dims[k].Stride)
	}
	mem := syntax.Subst(p.Type, right).Mem
	if mem.Block.ID != got.Mem.Block.ID || !lmad.Equal(c.sizes, mem.L, got.Mem.L) {
		return ""
	}
	return strings.Join(pass, ", and ")
}
