package rewrite

import (
	"slices"

	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/prove"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Known is what is known of the ints in scope at a place in a program, for all values of
// its inputs. It has the definitions of computed ints, the bounds of the indices of kernels
// and loops, and what conditions and checks say. Sizes of arrays and of blocks are not
// negative.
type Known struct {
	env    *poly.Env
	facts  prove.System
	arrays []poly.Poly    // how many elements each array in scope has
	bounds []poly.Poly    // how many iterations each kernel around has
	supply *syntax.Supply // of all binders
	until  stop.Poll
	budget *prove.Budget
}

// KnownBefore returns what is known before a program: the arrays that it uses from outside
// have sizes.
func KnownBefore(j *Job, p *syntax.Program) *Known {
	k := &Known{env: &poly.Env{}, supply: j.Supply, until: j.Until, budget: j.Proofs()}
	for _, v := range syntax.FreeVars(p) {
		if j.Type != nil {
			k.Bind(&syntax.Binding{Type: j.Type(v.ID)})
		}
	}
	return k
}

// Tops rebuilds, by f, the body of each function, and main, which is the statements of the
// program with its results. f gets what is known at the beginning of the body.
func Tops(j *Job, p *syntax.Program, main *syntax.Body, f func(*syntax.Body, *Known) *syntax.Body) *syntax.Program {
	defs := map[*syntax.Def]*syntax.Def{}
	for _, d := range p.Defs() {
		known := KnownBefore(j, p)
		known.Bind(d.Params...)
		c := *d
		c.Body = f(d.Body, known)
		defs[d] = &c
	}
	return Assemble(p, func(d *syntax.Def) *syntax.Def { return defs[d] }, f(main, KnownBefore(j, p)))
}

// Inner returns the same knowledge at the beginning of a body. What is learnt there stays
// there.
func (k *Known) Inner() *Known {
	return &Known{k.env.Clone(), k.facts, slices.Clip(k.arrays), slices.Clip(k.bounds), k.supply, k.until, k.budget}
}

// Within returns what is known at the beginning of each of the bodies directly in an
// expression, in the order of InnerBodies.
func (k *Known) Within(e syntax.Expr) []*Known {
	in := k.Inner()
	switch e := e.(type) {
	case *syntax.If:
		els := k.Inner()
		in.Condition(e.Cond, true)
		els.Condition(e.Cond, false)
		return []*Known{in, els}
	case *syntax.Kernel:
		in.Index(e.Index[0].X, e.Index[0].N)
		in.bounds = append(in.bounds, k.Of(e.Index[0].N))
	case *syntax.Loop:
		in.Bind(e.Params...)
		if e.While != nil {
			return []*Known{in, in.Inner()}
		}
		in.Index(e.For.X, e.For.N)
	case *syntax.Reduce, *syntax.Scan:
		in.Bind(syntax.FoldOf(e).Lambda().Params...)
	}
	return []*Known{in}
}

// Of returns the normal form of an int.
func (k *Known) Of(se syntax.Expr) poly.Poly { return k.env.Of(se) }

// Absurd tells whether the checks before this place can never all hold, so that it is never reached.
func (k *Known) Absurd() bool { return k.env.Absurd() }

// Stm learns from a statement that comes before this place.
func (k *Known) Stm(s syntax.Stm) {
	switch s := s.(type) {
	case *syntax.Check:
		k.env.Equate(k.Of(s.X), k.Of(s.Y))
	case *syntax.Let:
		if syntax.IsScalar(s.Exp) && s.Pat[0].Type.IsInt() {
			k.env.Define(s.Pat[0].ID, k.Of(s.Exp))
		}
		if e, ok := s.Exp.(*syntax.Alloc); ok {
			k.nonNeg(e.N)
		}
		k.Bind(s.Pat...)
	}
}

// Bind learns from binders that arrays have sizes.
func (k *Known) Bind(bs ...*syntax.Binding) {
	for _, b := range bs {
		if b.Type == nil || !b.Type.IsArray() {
			continue
		}
		all := k.Of(lmad.Const(1))
		for _, n := range b.Type.Dims {
			k.nonNeg(n)
			all = all.Mul(k.Of(n))
		}
		k.arrays = append(k.arrays, all)
	}
}

// Index learns that 1 <= i <= n.
func (k *Known) Index(i *syntax.Binding, n syntax.Expr) {
	one := k.Of(lmad.Const(1))
	k.facts.AtMost(one, k.Of(i.Use()))
	k.facts.AtMost(k.Of(i.Use()), k.Of(n))
}

// Condition learns that an int is not 0, or is.
func (k *Known) Condition(c syntax.Expr, holds bool) {
	op, args, ok := k.Of(c).Operator()
	if !ok {
		return
	}
	var y poly.Poly
	if len(args) == 2 {
		y = args[1]
	}
	if cases := prove.Comparison(op, args[0], y, holds); len(cases) == 1 {
		k.facts.Add(cases[0])
	}
}

func (k *Known) nonNeg(n syntax.Expr) { k.facts.NonNeg(k.Of(n)) }

// AtLeast tells whether n >= least is known.
func (k *Known) AtLeast(n syntax.Expr, least int) bool {
	p := k.Of(n).Sub(k.Of(lmad.Const(least)))
	if c, ok := p.Const(); ok {
		return c.Sign() >= 0
	}
	syms := prove.After(k.supply.Last())
	syms.Until, syms.Budget = k.until, k.budget
	return k.facts.Proves(syms, p)
}
