package flatten

import (
	"maps"
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// row is what one iteration of a context does: the body of a kernel, of a loop or of a lambda that is being written.
type row struct {
	l       *lifter
	c       *context
	at      diag.Span
	stms    []syntax.Stm
	known   map[int]syntax.Expr      // the variables that it has computed, by their IDs
	its     map[*context]syntax.Expr // its numbers in its context and in those around
	done    map[*step]bool           // the checks that it has made
	slices  map[int]*flat            // slices of flat data, see direct.go
	flat    map[int]*flat            // versions of arrays that are changed in place, see versions.go
	bounded map[[2]string]bool       // indices that it has checked, with sizes
	chains  *chains                  // which these are
	order   int                      // of the statement that it does; it may rest on the checks of the kernel before that
}

// row begins the iteration number q of a context.
func (l *lifter) row(c *context, at diag.Span, q syntax.Expr) *row {
	its := map[*context]syntax.Expr{}
	if c != nil {
		its[c.numbered()] = q
	}
	return &row{l: l, c: c, at: at, known: map[int]syntax.Expr{}, its: its, done: map[*step]bool{}, flat: map[int]*flat{}, slices: map[int]*flat{}, bounded: map[[2]string]bool{}, order: l.order + 1}
}

// inner begins a body within a row, which knows what the row knows.
func (r *row) inner() *row {
	return &row{l: r.l, c: r.c, at: r.at, known: maps.Clone(r.known), its: maps.Clone(r.its), done: maps.Clone(r.done), flat: maps.Clone(r.flat), slices: maps.Clone(r.slices), bounded: maps.Clone(r.bounded), order: r.order, chains: r.chains}
}

// let adds let (x : t) = e with a name made from base.
func (r *row) let(base string, t *syntax.Type, e syntax.Expr) syntax.Expr {
	if syntax.IsAtom(e) {
		return e
	}
	x := r.l.binding(r.at, base, t)
	r.stms = append(r.stms, &syntax.Let{Span: r.at, Pat: []*syntax.Binding{x}, Exp: e})
	return x.Use()
}

// int adds an int.
func (r *row) int(base string, e syntax.Expr) syntax.Expr { return r.let(base, intType(), e) }

// element adds x[at, …], an int of an array of lifting.
func (r *row) element(base string, x *syntax.Binding, at ...syntax.Expr) syntax.Expr {
	return r.int(base, &syntax.Index{Span: r.at, X: x.Use(), At: at})
}

// iteration is the number of the row in a context around.
func (r *row) iteration(c *context) syntax.Expr {
	c = c.numbered()
	if q, ok := r.its[c]; ok {
		return q
	}
	in := r.c.numbered()
	for in.up.numbered() != c {
		in = in.up.numbered()
	}
	r.iteration(in)
	r.its[c] = in.from(r)
	return r.its[c]
}

// get is the value of an atom.
func (r *row) get(e syntax.Expr) syntax.Expr {
	e = r.l.settled(e)
	x, ok := e.(*syntax.Var)
	if !ok {
		return e
	}
	if y, ok := r.known[x.ID]; ok {
		return y
	}
	v := r.l.vars[x.ID]
	if v == nil {
		return e
	}
	var y syntax.Expr
	if f := r.flat[x.ID]; f != nil {
		y = f.view(r, v)
	} else {
		y = v.place.get(r, v)
	}
	r.known[x.ID] = y
	return y
}

// all are the values of some atoms.
func (r *row) all(es []syntax.Expr) (ys []syntax.Expr) {
	for _, e := range es {
		ys = append(ys, r.get(e))
	}
	return ys
}

// run does a statement of the kernel, unless it is done already.
func (r *row) run(s *step) {
	switch stm := s.stm.(type) {
	case *syntax.Check:
		if !r.done[s] {
			r.done[s] = true
			r.stms = append(r.stms, r.check(stm))
		}
	case *syntax.Let:
		if _, ok := r.known[stm.Pat[0].ID]; !ok {
			before := r.order
			r.order = s.order
			r.define(stm)
			r.order = before
		}
	}
}

// check is a check with the values of this row.
func (r *row) check(s *syntax.Check) syntax.Stm {
	by := map[int]syntax.Expr{}
	for _, x := range append(syntax.FreeVars(s), free(s.Says.Values())...) {
		by[x.ID] = r.get(x)
	}
	return syntax.Subst(syntax.Stm(s), by)
}

// free are the variables of some expressions.
func free(es []syntax.Expr) (xs []*syntax.Var) {
	for _, e := range es {
		xs = append(xs, syntax.FreeVars(e)...)
	}
	return xs
}

// define does a let. It may rest on the checks before it.
func (r *row) define(s *syntax.Let) {
	if e := r.direct(s); e != nil {
		r.known[s.Pat[0].ID] = r.again(s, e)
		return
	}
	if e, ok := s.Exp.(*syntax.If); ok {
		r.innerIf(s, e)
		return
	}
	if slices.ContainsFunc(s.Pat, func(z *syntax.Binding) bool { return z.Type.IsArray() }) || !isCheap(s.Exp) {
		r.rest(syntax.FreeVars(s))
	}
	by := map[int]syntax.Expr{}
	for _, x := range syntax.FreeVars(s) {
		by[x.ID] = r.get(x)
	}
	c := syntax.Fresh(r.l.Supply, s, by, nil)
	r.stms = append(r.stms, c)
	for k, z := range s.Pat {
		r.known[z.ID] = c.Pat[k].Use()
	}
}

// again is the binder of a let once more, for e.
func (r *row) again(s *syntax.Let, e syntax.Expr) syntax.Expr {
	if syntax.IsAtom(e) {
		return e
	}
	z := r.l.Supply.Again(s.Pat[0])
	z.Type = &syntax.Type{Span: z.Type.Span, Elem: z.Type.Elem, Dims: r.all(z.Type.Dims)}
	r.stms = append(r.stms, &syntax.Let{Span: s.Span, Pat: []*syntax.Binding{z}, Exp: e})
	return z.Use()
}
