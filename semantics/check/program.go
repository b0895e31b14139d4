package check

import (
	"fmt"
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/rule"
	"funmem/semantics/syntax"
)

// Program checks an elaborated program in the context of earlier ones, which
// it extends: T-PROG (Fig. 3), T-MEM-PROG (Fig. 8) with the generalisation
// that the free variables of the program are those of Γ.
func (c *Context) Program(p *syntax.Program) error {
	for _, d := range p.Decls {
		var err *diag.Diagnostic
		switch d := d.(type) {
		case *syntax.Def:
			err = c.tDef(d)
		case syntax.Stm:
			err = c.Stm(d)
		case *syntax.In:
			err = c.tProg(d)
		default:
			err = c.refuse("T-PROG", d.GetSpan(), "an elaborated program holds no bare expression")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Closed checks a whole program: • ⊢ b.
func Closed(p *syntax.Program, mem bool, cov *rule.Coverage) error { return New(mem, cov).Program(p) }

// tProg is T-PROG: the results are ints and arrays. T-MEM-PROG: an array is
// returned with its block before it (Def. 3.1), and a block with an array in it behind.
func (c *Context) tProg(in *syntax.In) *diag.Diagnostic {
	for i, x := range in.Res {
		t, d := c.typeOf("T-PROG", x)
		if d != nil {
			return d
		}
		if c.env.mem && t.Elem == syntax.Mem {
			if d := c.alone(in.Res, i); d != nil {
				return d
			}
		}
		if !c.env.mem || !t.IsArray() {
			continue
		}
		var m *syntax.Var
		if i > 0 {
			m, _ = in.Res[i-1].(*syntax.Var)
		}
		if m == nil || m.ID != t.Mem.Block.ID {
			return c.unpaired(x, t.Mem.Block, m)
		}
	}
	c.apply(c.rule("T-PROG", "T-MEM-PROG"))
	return nil
}

// alone is the message of T-MEM-PROG about the block that is result i, and has no array
// behind it that lies there; nil where it has.
func (c *Context) alone(res []syntax.Expr, i int) *diag.Diagnostic {
	if i+1 < len(res) {
		next, err := c.typeOf("T-PROG", res[i+1])
		m, isVar := res[i].(*syntax.Var)
		switch {
		case err != nil:
			return err
		case next.IsArray() && next.Mem != nil && isVar && next.Mem.Block.ID == m.ID:
			return nil
		case next.IsArray() && next.Mem != nil:
			block, _ := res[i].(*syntax.Var)
			return c.unpaired(res[i+1], next.Mem.Block, block)
		}
	}
	return c.refuse("T-MEM-PROG", res[i].GetSpan(), "the block `%s` is returned without an array that lies in it", c.Show(res[i])).
		Helpf("a FUNMEM program returns ints and (mem, array) pairs: a let binds a block, which stands before an array that lies in it")
}

// unpaired is the message of T-MEM-PROG about an array x that is not returned
// behind its block but behind another variable, if any.
func (c *Context) unpaired(x syntax.Expr, block, before *syntax.Var) *diag.Diagnostic {
	array, name := c.Show(x), c.Show(block)
	refuse := func(format string, args ...any) *diag.Diagnostic {
		return c.refuse("T-MEM-PROG", x.GetSpan(), "the array `%s` "+format, append([]any{array}, args...)...)
	}
	pair := fmt.Sprintf("a FUNMEM program returns (mem, array) pairs: write `%s, %s`", name, array)
	var found *syntax.Binding
	if before != nil {
		found = c.Lookup(before.ID)
	}
	switch {
	case found == nil || found.Type.Elem != syntax.Mem:
		return refuse("is returned without its block").Helpf("%s", pair)
	case c.Show(before) != name:
		return c.boundAt(refuse("lies in block `%s`, but `%s` stands before it", name, c.Show(before)), x).Helpf("%s", pair)
	}
	return refuse("lies in another `%s` than the one before it", name).
		Note(c.Lookup(block.ID).Span, "`%s` lies in this `%s`", array, name).
		Note(found.Span, "here `%s` means this one", name).
		Helpf("give one of the two another name")
}

// tDef is T-DEF (ours): the body fits the results under the parameters, every
// size parameter is a dimension of some parameter, and what a star marks is an
// array.
func (c *Context) tDef(d *syntax.Def) *diag.Diagnostic {
	if err := c.FixedSizes(d); err != nil {
		return err
	}
	if err := c.UniqueArrays(d); err != nil {
		return err
	}
	in := c.Scope()
	in.def = d
	for _, n := range d.Sizes {
		in.Bind(n)
	}
	if err := in.bindPattern(d.Params); err != nil {
		return err
	}
	if err := in.Scope().body(d.Ret, d.Body, true); err != nil {
		return err
	}
	if err := in.Scope().bindPattern(d.Ret); err != nil {
		return err
	}
	c.Declare(d)
	c.apply("T-DEF")
	return nil
}

// FixedSizes is the premise of T-DEF that arguments fix every size parameter.
func (c *Context) FixedSizes(d *syntax.Def) *diag.Diagnostic {
	for _, n := range d.Sizes {
		if _, _, ok := d.FixedBy(n); !ok {
			return c.refuse("T-DEF", n.Span, "no argument of `%s` fixes the size `%s`", d.Name, n.Written()).
				Helpf("make it a parameter: `(%s : int)`", n.Written())
		}
	}
	return nil
}

// UniqueArrays is the premise of T-DEF that a star marks an array.
func (c *Context) UniqueArrays(d *syntax.Def) *diag.Diagnostic {
	for _, p := range d.Params {
		if p.Unique && !p.Type.IsArray() {
			return c.refuse("T-DEF", p.Span, "the star marks an array that `%s` may overwrite, but `%s` is of type %s", d.Name, p.Written(), c.Show(p.Type)).
				Helpf("leave the star out")
		}
	}
	return nil
}

// Fixed is S of a call of d: its size parameters are the sizes of the arguments
// that fix them, its other parameters that are no arrays the arguments. An
// argument that is nil fixes nothing.
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
			if v, ok := size.(*syntax.Var); ok && s[v.ID] == nil && isSizeParam(d, v) {
				s[v.ID] = got.Dims[k]
			}
		}
	}
	return s
}

func isSizeParam(d *syntax.Def, v *syntax.Var) bool {
	return slices.ContainsFunc(d.Sizes, func(n *syntax.Binding) bool { return n.ID == v.ID })
}

// Arguments is the first half of T-CALL: the arguments have the types of the
// parameters under the substitution S that it returns, which maps size
// parameters to the sizes of the arguments and parameters to the arguments.
func (c *Context) Arguments(d *syntax.Def, e *syntax.Call) (map[int]syntax.Expr, *diag.Diagnostic) {
	if len(e.Args) != len(d.Params) {
		return nil, c.refuse("T-CALL", e.Span, "`%s` takes %s, and found %d", d.Name, diag.Count(len(d.Params), "argument"), len(e.Args)).
			Note(d.NameAt, "%s", Signature(d))
	}
	s := c.Fixed(d, e.Args)
	for i, p := range d.Params {
		arg := e.Args[i]
		got, err := c.typeOf("T-CALL", arg)
		if err != nil {
			return nil, err
		}
		if got.Elem != p.Type.Elem || got.Rank() != p.Type.Rank() {
			err := c.refuse("T-CALL", arg.GetSpan(), "argument %d of `%s` is of type %s, but `%s` is of type %s", i+1, d.Name,
				c.Show(asWritten(d, p.Type.Bare())), c.Show(arg), c.Show(got.Bare())).Note(d.NameAt, "%s", Signature(d))
			return nil, c.Converts(err, arg, got, p.Type)
		}
		for k, want := range p.Type.Dims {
			if err := c.SameSize("T-CALL", arg.GetSpan(), got.Dims[k], syntax.Subst(want, s), SizeOf(k, called(p, i), got.Rank())); err != nil {
				return nil, c.fixedAt(err, d, e, i, want).Note(d.NameAt, "%s", Signature(d))
			}
		}
	}
	if !c.env.mem {
		return s, nil
	}
	for i, p := range d.Params {
		if p.Type.Mem == nil {
			continue
		}
		if err := c.passed(d, e, i, s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// asWritten is the type of a parameter with the names that its text has.
func asWritten(d *syntax.Def, t *syntax.Type) *syntax.Type {
	names := map[int]string{}
	for _, p := range slices.Concat(d.Sizes, d.Params) {
		names[p.ID] = p.Written()
	}
	return syntax.Rename(t, names)
}

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
				return err.Note(e.Args[j].GetSpan(), "%s is `%s`, so `%s` is", SizeOf(k, called(p, j), p.Type.Rank()), c.Show(got.Dims[k]), written(d.Sizes, n))
			}
		}
	}
	return err
}

// tCall is T-CALL and T-MEM-CALL (ours): the pattern has the types of the
// results under S, extended by the names of the results.
func (c *Context) tCall(pat []*syntax.Binding, e *syntax.Call) *diag.Diagnostic {
	d := c.Def(e.Fn)
	if d == nil {
		return c.refuse("T-CALL", e.FnAt, "there is no function `%s`", e.Fn)
	}
	s, err := c.Arguments(d, e)
	if err != nil {
		return err
	}
	if len(pat) != len(d.Ret) {
		return c.refuse("T-CALL", e.Span, "`%s` returns %s, but the pattern binds %d", d.Name, diag.Count(len(d.Ret), "value"), len(pat)).
			Note(d.NameAt, "%s", Signature(d))
	}
	for i, r := range d.Ret {
		if !r.Type.IsArray() {
			s[r.ID] = pat[i].Use()
		}
	}
	if err := c.bindPattern(pat); err != nil {
		return err
	}
	for i, r := range d.Ret {
		p := pat[i]
		if err := c.sameShape("T-CALL", p.Span, called(p, i), syntax.Subst(r.Type, s), p.Type, nil); err != nil {
			return err
		}
		if c.env.mem && r.Type.Mem != nil {
			if err := c.liesAsWritten("T-MEM-CALL", p, syntax.Subst(r.Type, s)); err != nil {
				return err
			}
		}
	}
	c.apply(c.rule("T-CALL", "T-MEM-CALL"))
	return nil
}
