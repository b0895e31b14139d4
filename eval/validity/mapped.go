package validity

import (
	"slices"

	"funmem/semantics/syntax"
)

// mostChoices is how many ways of splitting off a map are tried at most.
const mostChoices = 24

// mappedFolds returns the folds that a fold may stand for if its function is marked as \a | x -> b, with a map before the
// operator, or if it has different numbers of elements and accumulators. The operator is what b does to the
// accumulators with values computed from elements alone; the map computes these values. The promise is about one of
// these folds. There is none unless the map computes one number for each accumulator. Then the promise is about the
// function as it stands.
func mappedFolds(f *syntax.Fold) []*syntax.Fold {
	round, accs, elems, ok := f.Params()
	if !ok || round != nil || !f.Lambda().Mapped && len(accs) == len(elems) {
		return nil
	}
	c := newCut(f.Lambda(), accs)
	body := c.body(f.Lambda().Body)
	if len(c.given) > len(accs) {
		return nil
	}
	values := append(slices.Clip(c.given), c.fixed...)
	var list []*syntax.Fold
	eachChoice(len(accs), len(values), func(choice []int) bool {
		for k, v := range choice {
			if !c.fits(values[v].e, accs[k].Type) {
				return true
			}
		}
		if !covers(choice, len(c.given)) {
			return true
		}
		l := &syntax.Lambda{Span: f.Lambda().Span, Params: slices.Clone(accs), Body: body}
		by := map[int]syntax.Expr{}
		for k, v := range values {
			if at := slices.Index(choice, k); at >= 0 {
				x := &syntax.Binding{Span: f.Span, Name: "x", ID: values[k].id, Type: &syntax.Type{Elem: accs[at].Type.Elem}}
				l.Params = append(l.Params, x)
			} else {
				by[v.id] = v.e
			}
		}
		slices.SortStableFunc(l.Params[len(accs):], func(x, y *syntax.Binding) int {
			return slices.IndexFunc(choice, func(k int) bool { return values[k].id == x.ID }) - slices.IndexFunc(choice, func(k int) bool { return values[k].id == y.ID })
		})
		l.Body = syntax.Subst(body, by)
		list = append(list, &syntax.Fold{Span: f.Span, Name: f.Name, Fn: l, Ne: f.Ne, Xs: f.Ne})
		return len(list) < mostChoices
	})
	return list
}

// covers tells whether a choice has all of the first n values.
func covers(choice []int, n int) bool {
	for k := range n {
		if !slices.Contains(choice, k) {
			return false
		}
	}
	return true
}

// eachChoice visits the ways to choose n different ones of m numbers, in order, until visit returns false.
func eachChoice(n, m int, visit func([]int) bool) {
	var rec func(choice []int) bool
	rec = func(choice []int) bool {
		if len(choice) == n {
			return visit(choice)
		}
		for k := range m {
			if !slices.Contains(choice, k) && !rec(append(slices.Clip(choice), k)) {
				return false
			}
		}
		return true
	}
	rec(nil)
}

// cut takes the function of a fold apart: into what it does to accumulators, and the values that it uses for that.
type cut struct {
	accs  map[int]bool // the accumulators, and what is computed from them
	elems map[int]bool // the elements, and what is computed from them without accumulators
	given []*mapped    // values computed from elements
	fixed []*mapped    // constants, and variables from outside
	next  int          // an unused ID
	types map[int]*syntax.Type
}

// mapped is a value that does not depend on accumulators, and the ID of the variable that replaces it.
type mapped struct {
	e    syntax.Expr
	text string
	id   int
}

func newCut(l *syntax.Lambda, accs []*syntax.Binding) *cut {
	c := &cut{accs: map[int]bool{}, elems: map[int]bool{}, types: map[int]*syntax.Type{}}
	for _, x := range l.Params {
		c.elems[x.ID] = true
	}
	for _, x := range accs {
		c.accs[x.ID], c.elems[x.ID] = true, false
	}
	syntax.Walk(l, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Binding:
			c.next, c.types[n.ID] = max(c.next, n.ID+1), n.Type
		case *syntax.Var:
			c.next = max(c.next, n.ID+1)
		}
		return true
	})
	return c
}

// fits tells whether a value may have the type of an accumulator.
func (c *cut) fits(e syntax.Expr, t *syntax.Type) bool {
	switch e := e.(type) {
	case *syntax.IntLit:
		return t.IsInt()
	case *syntax.RealLit:
		return t.IsNumber() && t.Elem == syntax.F64
	case *syntax.Unary:
		return t.IsNumber() && t.Elem == e.Op.Gives(e.Of)
	case *syntax.Binary:
		return t.IsNumber() && t.Elem == e.Op.Gives(e.Of)
	case *syntax.Var:
		own := c.types[e.ID]
		return own == nil || own.IsNumber() && t.IsNumber() && own.Elem == t.Elem
	}
	return false
}

// has tells whether an expression depends on one of the variables.
func has(n syntax.Node, ids map[int]bool) bool {
	return slices.ContainsFunc(syntax.FreeVars(n), func(v *syntax.Var) bool { return ids[v.ID] })
}

// body returns what a body does to accumulators.
func (c *cut) body(b *syntax.Body) *syntax.Body {
	out := &syntax.Body{Span: b.Span}
	for _, s := range b.Stms {
		let, ok := s.(*syntax.Let)
		depends := has(s, c.accs)
		if ok {
			for _, x := range let.Pat {
				c.accs[x.ID], c.elems[x.ID] = depends, !depends && has(let.Exp, c.elems)
			}
		}
		switch {
		case !depends:
			if ok && !has(let.Exp, c.elems) { // it depends on no element, so it stays
				out.Stms = append(out.Stms, s)
			}
		case ok && syntax.IsScalar(let.Exp):
			out.Stms = append(out.Stms, &syntax.Let{Span: let.Span, Pat: let.Pat, Exp: c.scalar(let.Exp)})
		default:
			by := map[int]syntax.Expr{}
			for _, v := range syntax.FreeVars(s) {
				if c.elems[v.ID] {
					by[v.ID] = c.value(v)
				}
			}
			out.Stms = append(out.Stms, syntax.Subst(s, by))
		}
	}
	for _, x := range b.Res {
		out.Res = append(out.Res, c.scalar(x))
	}
	return out
}

// scalar returns a scalar expression in which a variable replaces each part that depends on no accumulator.
func (c *cut) scalar(e syntax.Expr) syntax.Expr {
	if !has(e, c.accs) {
		return c.value(e)
	}
	switch e := e.(type) {
	case *syntax.Unary:
		return &syntax.Unary{Span: e.Span, Op: e.Op, X: c.scalar(e.X), Of: e.Of}
	case *syntax.Binary:
		return &syntax.Binary{Span: e.Span, Op: e.Op, X: c.scalar(e.X), Y: c.scalar(e.Y), Of: e.Of}
	}
	return e
}

// value returns the variable that replaces a value. Equal values have the same variable.
func (c *cut) value(e syntax.Expr) syntax.Expr {
	list := &c.fixed
	if has(e, c.elems) {
		list = &c.given
	}
	text := syntax.Line(e)
	k := slices.IndexFunc(*list, func(m *mapped) bool { return m.text == text })
	if k < 0 {
		k = len(*list)
		*list = append(*list, &mapped{e, text, c.next})
		c.next++
	}
	return &syntax.Var{Span: e.GetSpan(), Name: "x", ID: (*list)[k].id}
}
