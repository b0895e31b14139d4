package check

import (
	"fmt"
	"slices"
	"strings"

	"funmem/semantics/derive"
	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// FixedSizes is the premise that arguments fix every size parameter. It belongs to T-DEF.
func (c *Context) FixedSizes(d *syntax.Def) *diag.Diagnostic {
	for _, n := range d.Sizes {
		if _, _, ok := d.FixedBy(n); !ok {
			return c.refuse("T-DEF", n.Span, "no argument of `%s` fixes the size `%s`", d.Name, n.Written()).
				Helpf("make it a parameter: `(%s : int)`", n.Written())
		}
		c.also("each n of n̄ is a size of some x", "%s is a size of an argument", n.Name)
	}
	return nil
}

// UniqueArrays is the premise that a star marks an array, or a block: a destination. It belongs to T-DEF.
func (c *Context) UniqueArrays(d *syntax.Def) *diag.Diagnostic {
	for _, p := range d.Params {
		if p.Unique && !p.Type.IsArray() && p.Type.Elem != syntax.Mem {
			return c.refuse("T-DEF", p.Span, "the star marks an array that `%s` may overwrite, but `%s` is of type %s", d.Name, p.Written(), c.Show(p.Type)).
				Helpf("leave the star out")
		}
		if k := slices.IndexFunc(d.Params, func(x *syntax.Binding) bool { return x.Type.Mem != nil && x.Type.Mem.Block.ID == p.ID && !x.Unique }); p.Unique && k >= 0 {
			return c.refuse("T-DEF", p.Span, "the star of the block `%s` says that `%s` may write it, and `%s`, which lies there, has none", p.Written(), d.Name, d.Params[k].Written()).
				Helpf("give `%s` a star, too, or leave it out", d.Params[k].Written())
		}
		if p.Unique {
			c.also("x is an array or a block where a star marks it", "%s, with a star, is one", p.Name)
		}
	}
	return nil
}

// Fixed is S of a call of d. It maps each size parameter to the size of the argument that fixes it,
// and each other parameter that is not an array to its argument. A nil argument fixes nothing.
func (c *Context) Fixed(d *syntax.Def, args []syntax.Expr) map[int]syntax.Expr {
	s := map[int]syntax.Expr{}
	for i, p := range d.Params[:min(len(d.Params), len(args))] {
		if args[i] == nil {
			continue
		}
		if !p.Type.IsArray() {
			s[p.ID] = args[i]
			continue
		}
		got, err := c.typeOf("T-CALL", args[i])
		if err != nil || got.Rank() != p.Type.Rank() {
			continue
		}
		for k, size := range p.Type.Dims {
			if v, ok := size.(*syntax.Var); ok && s[v.ID] == nil && isSizeParam(d, v) && !isIrregular(got.Dims[k]) {
				s[v.ID] = got.Dims[k]
			}
		}
	}
	return s
}

func isSizeParam(d *syntax.Def, v *syntax.Var) bool {
	return slices.ContainsFunc(d.Sizes, func(n *syntax.Binding) bool { return n.ID == v.ID })
}

// function is the premise that there is such a function. It belongs to T-CALL.
func (c *Context) function(e *syntax.Call) (*syntax.Def, *diag.Diagnostic) {
	d := c.Def(e.Fn)
	if d == nil {
		return nil, c.refuse("T-CALL", e.FnAt, "there is no function `%s`", e.Fn)
	}
	c.also("(def f (x̄ : τ̄) : (ȳ : τ̄′)) ∈ Γ", "(def %s) ∈ Γ", derive.Signature(d))
	return d, nil
}

// asManyArguments is the premise that there is one argument for each parameter. It belongs to
// T-CALL.
func (c *Context) asManyArguments(d *syntax.Def, e *syntax.Call) *diag.Diagnostic {
	if len(e.Args) == len(d.Params) {
		return nil
	}
	return c.refuse("T-CALL", e.Span, "`%s` takes %s, and found %d", d.Name, diag.Count(len(d.Params), "argument"), len(e.Args)).
		Note(d.NameAt, "%s", d.Signature())
}

// asManyResults is the premise that the pattern binds as many values as d returns. It belongs to
// T-CALL.
func (c *Context) asManyResults(d *syntax.Def, pat []*syntax.Binding, e *syntax.Call) *diag.Diagnostic {
	if len(pat) == len(d.Ret) {
		return nil
	}
	return c.refuse("T-CALL", e.Span, "`%s` returns %s, but the pattern binds %d", d.Name, diag.Count(len(d.Ret), "value"), len(pat)).
		Note(d.NameAt, "%s", d.Signature())
}

// argument is the premise that argument i, from 0, has the type of its parameter under s. It
// belongs to T-CALL.
func (c *Context) argument(d *syntax.Def, e *syntax.Call, i int, s map[int]syntax.Expr) *diag.Diagnostic {
	p, arg := d.Params[i], e.Args[i]
	got, err := c.typeOf("T-CALL", arg)
	if err != nil {
		return err
	}
	if got.Elem != p.Type.Elem || got.Rank() != p.Type.Rank() {
		err := c.refuse("T-CALL", arg.GetSpan(), "%s is of type %s, but `%s` is of type %s", argument(e, d, i),
			c.Show(asWritten(d, p.Type.Bare())), c.Show(arg), c.Show(got.Bare())).Note(d.NameAt, "%s", d.Signature())
		return c.Converts(err, arg, got, p.Type)
	}
	c.member(arg, got)
	for k, want := range p.Type.Dims {
		if err := c.SameSize("T-CALL", arg.GetSpan(), got.Dims[k], syntax.Subst(want, s), SizeOf(k, argument(e, d, i), got.Rank())); err != nil {
			return c.fixedAt(err, d, e, i, want).Note(d.NameAt, "%s", d.Signature())
		}
	}
	return nil
}

// argument names argument i, from 0, of a call of d.
func argument(e *syntax.Call, d *syntax.Def, i int) string {
	return fmt.Sprintf("argument %d of `%s`", i+1, calledAs(e, d))
}

// calledAs is the name by which e calls d.
func calledAs(e *syntax.Call, d *syntax.Def) string {
	if text := e.FnAt.Text(); text != "" && d.InstanceOf == text {
		return text
	}
	return d.Name
}

// asWritten is the type of a parameter with the names as the programmer wrote them. The sizes of a function of the library are none
// of these.
func asWritten(d *syntax.Def, t *syntax.Type) *syntax.Type {
	names := map[int]string{}
	for _, p := range slices.Concat(d.Sizes, d.Params) {
		names[p.ID] = p.Written()
		if inLibrary(d) && isSizeParam(d, p.Use()) {
			names[p.ID] = "_"
		}
	}
	return syntax.Rename(t, names)
}

func inLibrary(d *syntax.Def) bool { return d.NameAt.Src != nil && d.NameAt.Src.Library }

// fixedAt notes which argument before the i-th fixed a size parameter.
func (c *Context) fixedAt(err *diag.Diagnostic, d *syntax.Def, e *syntax.Call, i int, size syntax.Expr) *diag.Diagnostic {
	n, ok := size.(*syntax.Var)
	if !ok || !isSizeParam(d, n) {
		return err
	}
	for j, p := range d.Params[:i] {
		for k, x := range p.Type.Dims {
			if v, ok := x.(*syntax.Var); ok && v.ID == n.ID {
				got, _ := c.typeOf("T-CALL", e.Args[j])
				size := "`" + written(d.Sizes, n) + "`"
				if inLibrary(d) {
					size += " of `" + calledAs(e, d) + "`"
				}
				return err.Note(e.Args[j].GetSpan(), "%s is `%s`, so %s is", SizeOf(k, fmt.Sprintf("argument %d", j+1), p.Type.Rank()), c.Show(got.Dims[k]), size)
			}
		}
	}
	return err
}

// passed is the premise that argument i, from 0, of a call of d lies where its parameter says under
// S. It belongs to T-MEM-CALL.
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
	err.Note(d.NameAt, "%s", d.Signature())
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

// parameter is the number, from 0, of the parameter of d that v names, or -1.
func parameter(d *syntax.Def, v *syntax.Var) int {
	return slices.IndexFunc(d.Params, func(p *syntax.Binding) bool { return p.ID == v.ID })
}

// rightArguments says which arguments for the block, the offset and the strides would let parameter
// p lie where an array of type got does. It is "" when p's type is not made from them, or when the
// names for them are hidden.
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
