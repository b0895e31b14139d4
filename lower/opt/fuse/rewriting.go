package fuse

import (
	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// rewriting puts the elements of arrays in the places where they are read.
type rewriting struct {
	*fuser
	root  *frame // its lets are the statement that binds the arrays, and their views
	env   *poly.Env
	place place
	scope *scope
	out   []syntax.Stm            // for the current body
	by    map[int]syntax.Expr     // what the variables bound to elements have become
	as    map[int]*syntax.Binding // the binders that replace others
	at    diag.Span               // of the current statement
}

// scope is a body where elements are computed, with the bodies around it.
type scope struct {
	up     *scope
	frames map[string]*frame      // by key
	values map[string]syntax.Expr // what has been computed, by its text
}

func newScope(up *scope) *scope {
	return &scope{up, map[string]*frame{}, map[string]syntax.Expr{}}
}

// rewriting begins with a statement, and removes some of its arrays.
func (f *fuser) rewriting(l *syntax.Let, u *usage, at place) *rewriting {
	r := &rewriting{
		fuser: f, env: at.env.Clone(), place: at, scope: newScope(nil),
		root: &frame{lets: map[int]*syntax.Let{}}, by: map[int]syntax.Expr{}, as: map[int]*syntax.Binding{}, at: l.Span,
	}
	for _, x := range l.Pat {
		if u.gone[x.ID] {
			r.root.lets[x.ID] = l
		}
	}
	return r
}

// fail leaves the rewriting.
func (r *rewriting) fail(text string) {
	panic(rewrite.Refuse(nil, "%s", text).Because(r.at, "it is read here"))
}

// value returns what an equal expression has already computed, or nil. It is a number that
// is read or that operators compute.
func (r *rewriting) value(s syntax.Stm) syntax.Expr {
	key := r.text(s)
	for in := r.scope; in != nil && key != ""; in = in.up {
		if x := in.values[key]; x != nil {
			return x
		}
	}
	return nil
}

// text returns the same text for expressions with the same value, and "" for expressions
// that are not compared.
func (r *rewriting) text(s syntax.Stm) string {
	l, ok := s.(*syntax.Let)
	if !ok || len(l.Pat) != 1 {
		return ""
	}
	if _, index := l.Exp.(*syntax.Index); !index && !syntax.IsScalar(l.Exp) {
		return ""
	}
	return rewrite.Key(syntax.MapExpr(l.Exp, func(e syntax.Expr) syntax.Expr {
		for {
			x, ok := e.(*syntax.Var)
			if !ok || r.by[x.ID] == nil || r.by[x.ID] == e {
				return e
			}
			e = r.by[x.ID]
		}
	}))
}

// emit adds a statement to the current body.
func (r *rewriting) emit(s syntax.Stm) {
	if key := r.text(s); key != "" {
		r.scope.values[key] = s.(*syntax.Let).Pat[0].Use()
	}
	r.types.Learn(s)
	define(r.env, s)
	r.out = append(r.out, s)
}

// body returns the body that f makes, with the results of f.
func (r *rewriting) body(f func() []syntax.Expr) *syntax.Body {
	out, env, up := r.out, r.env, r.scope
	r.out, r.env, r.scope = nil, env.Clone(), newScope(up)
	res := f()
	b := &syntax.Body{Span: r.at, Stms: r.out, Res: res}
	r.out, r.env, r.scope = out, env, up
	return b
}

// rest returns the statements after the arrays, and the results, without uses of the
// arrays.
func (r *rewriting) rest(stms []syntax.Stm, res []syntax.Expr) (_ []syntax.Stm, _ []syntax.Expr, why *rewrite.Refusal) {
	defer failed(&why)
	r.stms(stms)
	b := r.settled(&syntax.Body{Stms: r.out, Res: res})
	return b.Stms, b.Res, nil
}

// settled returns a body with the variables of elements replaced by what they have become.
func (r *rewriting) settled(b *syntax.Body) *syntax.Body {
	b = syntax.Rebuild(b, syntax.Mapper{Binding: func(x *syntax.Binding) *syntax.Binding {
		y := r.as[x.ID]
		if y == nil {
			return x
		}
		c := *y
		c.Type = x.Type
		return &c
	}})
	return rewrite.Replace(b, r.by)
}

// becomes tells whether a variable is the variable of an element, or has become one.
func (r *rewriting) becomes(x syntax.Expr) bool { return r.by[idOf(x)] != nil || r.as[idOf(x)] != nil }

// failed recovers from fail.
func failed(why **rewrite.Refusal) {
	switch e := recover().(type) {
	case nil:
	case *rewrite.Refusal:
		*why = e
	default:
		panic(e)
	}
}

// indices are the names of indices in messages.
var indices = []string{"i", "j", "k", "l"}

// elementCost returns the cost of an element of an array at unknown indices. It may fail if
// an index has to be known.
func (r *rewriting) elementCost(x *syntax.Binding) (p poly.Poly, why *rewrite.Refusal) {
	if l, ok := r.root.lets[x.ID].Exp.(*syntax.Literal); ok && !r.types.IsArray(l.Elems[0]) {
		return p, nil
	}
	defer failed(&why)
	var at []syntax.Expr
	for k := range x.Type.Dims {
		at = append(at, &syntax.Var{Span: r.at, Name: indices[k%len(indices)], ID: r.job.Supply.ID()})
	}
	b := r.body(func() []syntax.Expr { return []syntax.Expr{r.element(r.root, x.Use(), at)} })
	return (&cost{r.env, r.types}).stms(b.Stms), nil
}

func (r *rewriting) stms(list []syntax.Stm) {
	for _, s := range list {
		l, ok := s.(*syntax.Let)
		if !ok {
			r.emit(s)
			continue
		}
		r.at = l.Span
		r.let(l)
	}
}

// ours tells whether a variable is one of the arrays, or a view of one.
func (r *rewriting) ours(e syntax.Expr) bool {
	v, ok := e.(*syntax.Var)
	return ok && r.root.lets[v.ID] != nil
}

func (r *rewriting) let(l *syntax.Let) {
	switch e := l.Exp.(type) {
	case *syntax.Index:
		if r.ours(e.X) {
			r.site(l.Pat[0], e)
			return
		}
	case *syntax.Reduce, *syntax.Scan:
		f := syntax.FoldOf(e)
		for _, x := range f.Xs {
			if r.ours(x) {
				r.fold(l, f)
				return
			}
		}
	default:
		if r.ours(syntax.Viewed(e)) {
			r.root.lets[l.Pat[0].ID] = l
			return
		}
	}
	r.emit(&syntax.Let{Span: l.Span, Pat: l.Pat, Exp: r.inner(l.Exp), Doc: l.Doc})
}

// inner rewrites the bodies in an expression.
func (r *rewriting) inner(e syntax.Expr) syntax.Expr {
	outer := r.place
	outer.env = r.env
	r.place = outer.within(e)
	e = rewrite.Inner(e, func(b *syntax.Body) *syntax.Body {
		return r.body(func() []syntax.Expr {
			r.stms(b.Stms)
			return b.Res
		})
	})
	r.place = outer
	return e
}

// site puts the statements that compute an element before the place where it is read. If the value is new and the
// programmer named the binder, the binder is bound to it directly. Otherwise the value replaces the binder, or the
// binder is bound to the value if functions use it from outside.
func (r *rewriting) site(y *syntax.Binding, e *syntax.Index) {
	before := len(r.out)
	x := r.element(r.root, e.X.(*syntax.Var), e.At)
	if v, ok := x.(*syntax.Var); ok && y.Text != "" {
		for _, s := range r.out[before:] {
			if l, ok := s.(*syntax.Let); ok && l.Pat[0].ID == v.ID {
				r.as[v.ID], r.by[v.ID] = y, y.Use()
			}
		}
	}
	switch {
	case r.as[idOf(x)] == y:
	case r.stays[y.ID]:
		r.emit(&syntax.Let{Span: r.at, Pat: []*syntax.Binding{y}, Exp: x})
	default:
		r.by[y.ID] = x
	}
	if y.Type.IsInt() {
		r.env.Define(y.ID, r.env.Of(x))
	}
}

// idOf returns the ID of a variable, or 0.
func idOf(e syntax.Expr) int {
	if v, ok := e.(*syntax.Var); ok {
		return v.ID
	}
	return 0
}
