package fuse

import (
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// site is a place where an element of an array is read, or where a reduce or scan reads its
// elements.
type site struct {
	id      int // of the array
	at      diag.Span
	by      string    // the variable that the statement around it binds, at the level of the array
	last    int       // the number of that statement
	loop    string    // what goes over its elements in order, outside kernels
	sum     bool      // that is a reduce that adds them up, or the like
	again   string    // the loop that reads the same in each round, or ""
	iterate poly.Poly // how often it is read
	whiles  []string  // the while loops around it, whose rounds iterate counts
}

// usage says how the arrays of a statement are used after it.
type usage struct {
	sites []site                   // for the arrays that can be removed
	gone  map[int]bool             // the arrays that can be removed: those that nothing uses whole
	whole map[int]*rewrite.Refusal // the whole use of each other array
	noted map[int]bool             // whether it was noted that only that use keeps the array
	last  int                      // the number of the last statement that reads an array or is a view of one; -1: none
}

// first returns the first array that can be removed.
func (u *usage) first(l *syntax.Let) *syntax.Binding {
	for _, x := range l.Pat {
		if u.gone[x.ID] && len(u.of(x.ID)) > 0 {
			return x
		}
	}
	return l.Pat[0]
}

func (u *usage) add(s site) { u.sites, u.last = append(u.sites, s), s.last }

// of returns the sites of one array.
func (u *usage) of(id int) []site {
	return slices.DeleteFunc(slices.Clone(u.sites), func(s site) bool { return s.id != id })
}

// uses finds how the arrays of a statement are used in the statements and results after it.
func (f *fuser) uses(l *syntax.Let, rest []syntax.Stm, res []syntax.Expr, at place) *usage {
	w := &looker{f: f, u: &usage{gone: map[int]bool{}, whole: map[int]*rewrite.Refusal{}, noted: map[int]bool{}, last: -1}, of: map[int]*syntax.Binding{}, env: at.env.Clone(), many: at.inKernel}
	for _, x := range l.Pat {
		w.of[x.ID] = x
	}
	w.times = number(1)
	for k, s := range rest {
		w.by, w.last = bound(s), k
		define(w.env, s)
		w.stm(s)
	}
	w.by = ""
	w.results(res, "it is a result")
	for _, x := range l.Pat {
		w.u.gone[x.ID] = w.u.whole[x.ID] == nil
	}
	for _, s := range w.u.sites {
		w.u.noted[s.id] = w.u.noted[s.id] || !w.u.gone[s.id]
	}
	w.u.sites = slices.DeleteFunc(w.u.sites, func(s site) bool { return !w.u.gone[s.id] })
	return w.u
}

// bound returns what messages call a statement: what it binds.
func bound(s syntax.Stm) string {
	if l, ok := s.(*syntax.Let); ok {
		return named(l).Written()
	}
	return "a check"
}

// named returns the binder by which messages call a statement: its first array, if it has
// one.
func named(l *syntax.Let) *syntax.Binding {
	for _, x := range l.Pat {
		if x.Type.IsArray() {
			return x
		}
	}
	return l.Pat[0]
}

// looker goes over statements that may use arrays.
type looker struct {
	f      *fuser
	u      *usage
	of     map[int]*syntax.Binding // the array that a variable is, or is a view of
	env    *poly.Env
	by     string
	last   int
	loop   string
	loops  []*loop
	many   bool      // there is a kernel around the current place, or around the array
	times  poly.Poly // how often the current place is evaluated
	whiles []string  // the while loops around it
}

// loop is a loop, reduce or scan around the current place.
type loop struct {
	name   string
	varies map[int]bool // the variables that may have another value in each round
}

// notes adds the variables that a statement binds to those that vary in the loops around
// it.
func (w *looker) notes(s syntax.Stm) {
	l, ok := s.(*syntax.Let)
	if !ok || len(w.loops) == 0 {
		return
	}
	free := syntax.FreeVars(l)
	for _, in := range w.loops {
		if slices.ContainsFunc(free, func(v *syntax.Var) bool { return in.varies[v.ID] }) {
			in.add(l.Pat...)
		}
	}
}

func (l *loop) add(bs ...*syntax.Binding) {
	for _, b := range bs {
		l.varies[b.ID] = true
	}
}

// again returns the name of a loop around an expression that does not vary in it, or "".
func (w *looker) again(e syntax.Expr) string {
	free := syntax.FreeVars(e)
	for _, in := range w.loops {
		if !slices.ContainsFunc(free, func(v *syntax.Var) bool { return in.varies[v.ID] }) {
			return in.name
		}
	}
	return ""
}

// array returns the array that an expression is a view of, or nil.
func (w *looker) array(e syntax.Expr) *syntax.Binding {
	if v, ok := e.(*syntax.Var); ok {
		return w.of[v.ID]
	}
	return nil
}

// whole notes that something uses an array whole.
func (w *looker) whole(e syntax.Expr, at diag.Span, format string, args ...any) {
	if x := w.array(e); x != nil && w.u.whole[x.ID] == nil {
		w.u.whole[x.ID] = rewrite.Refuse(x, "stays: "+format, args...).Because(at, "it is used here")
	}
}

func (w *looker) results(res []syntax.Expr, what string) {
	for _, e := range res {
		w.whole(e, e.GetSpan(), "%s", what)
	}
}

func (w *looker) stm(s syntax.Stm) {
	l, ok := s.(*syntax.Let)
	if !ok {
		return
	}
	z := named(l).Written()
	if x := w.array(syntax.Viewed(l.Exp)); x != nil {
		w.of[l.Pat[0].ID], w.u.last = x, w.last
		if w.f.stays[l.Pat[0].ID] {
			w.whole(syntax.Viewed(l.Exp), l.Span, "functions use `%s` from outside, which shows it", z)
			w.u.noted[x.ID] = true
		}
		return
	}
	switch e := l.Exp.(type) {
	case *syntax.Index:
		if x := w.array(e.X); x != nil {
			w.u.add(site{x.ID, l.Span, w.by, w.last, w.loop, false, w.again(e), w.times, w.whiles})
		}
	case *syntax.Copy:
		w.whole(e.X, l.Span, "`%s` is a copy of it", z)
	case *syntax.With:
		w.whole(e.X, l.Span, "`%s` is an update of it", z)
		w.whole(e.V, l.Span, "it is put into `%s`", z)
	case *syntax.Call:
		for _, x := range e.Args {
			w.whole(x, l.Span, "the function `%s` gets it whole%s", e.Fn, w.f.job.Try("inline"))
			if y := w.array(x); y != nil {
				w.u.noted[y.ID] = true
			}
		}
	case *syntax.Kernel:
		in := *w
		in.many = true
		in.inside(e.Body, e.Index[0].N, nil, "it is a row of `"+z+"`")
	case *syntax.If:
		w.inside(e.Then, nil, nil, "a branch gives it")
		w.inside(e.Else, nil, nil, "a branch gives it")
	case *syntax.Loop:
		w.carried(l, e)
	case *syntax.Reduce, *syntax.Scan:
		w.fold(l, syntax.FoldOf(e))
	default:
		if syntax.FormOf(e).IsFresh() {
			for _, x := range syntax.OperandsOf(e) {
				w.whole(x, l.Span, "it is a part of `%s`", z)
			}
		}
	}
}

// inside goes over a body that is evaluated once, or for each index up to a bound; around
// is the loop that evaluates it in order, or nil.
func (w *looker) inside(b *syntax.Body, n syntax.Expr, around *loop, result string) {
	in := *w
	in.env = w.env.Clone()
	if around != nil {
		in.loops = append(slices.Clip(w.loops), around)
		if !w.many {
			in.loop = around.name
		}
	}
	if n != nil {
		in.times = w.times.Mul(w.env.Of(n))
	}
	for _, s := range b.Stms {
		define(in.env, s)
		in.notes(s)
		in.stm(s)
	}
	in.results(b.Res, result)
}

// carried goes over a loop.
func (w *looker) carried(l *syntax.Let, e *syntax.Loop) {
	name := named(l).Written()
	for _, x := range e.Init {
		w.whole(x, l.Span, "the loop `%s` begins with it", name)
	}
	result := "the next round of the loop `" + name + "` gets it"
	around := &loop{name, map[int]bool{}}
	around.add(e.Params...)
	if e.For != nil {
		around.add(e.For.X)
		w.inside(e.Body, e.For.N, around, result)
		return
	}
	in := *w
	in.times, in.whiles = w.times.Mul(rounds), append(slices.Clip(w.whiles), name)
	in.inside(e.While, nil, around, "")
	in.inside(e.Body, nil, around, result)
}

// isSum tells whether a fold is a reduce that applies an operator to each accumulator and something that does not depend
// on any of them.
func isSum(f *syntax.Fold) bool {
	_, accs, _, ok := f.Params()
	body := f.Lambda().Body
	if !ok || f.Name != "reduce" {
		return false
	}
	for k, x := range accs {
		b := binding(body, idOf(body.Res[k]))
		if b == nil {
			return false
		}
		e, ok := b.Exp.(*syntax.Binary)
		if !ok || idOf(e.X) != x.ID || counts(body)[x.ID] > 1 {
			return false
		}
	}
	return true
}

// fold goes over a reduce or scan.
func (w *looker) fold(l *syntax.Let, f *syntax.Fold) {
	name := named(l).Written()
	for _, x := range f.Ne {
		w.whole(x, l.Span, "`%s` begins with it", name)
	}
	rows := someSize
	if t := w.f.types.Of(f.Xs[0]); t != nil {
		rows = w.env.Of(t.Dims[0])
	}
	for _, x := range f.Xs {
		times := rows
		if t := w.f.types.Of(x); t != nil {
			times = (&cost{w.env, w.f.types}).count(t.Dims)
		}
		if v := w.array(x); v != nil {
			s := site{v.ID, l.Span, w.by, w.last, w.loop, false, w.again(x), w.times.Mul(times), w.whiles}
			if !w.many {
				s.sum = s.loop == "" && isSum(f)
				s.loop = name
			}
			w.u.add(s)
		}
	}
	in := *w
	in.times = w.times.Mul(rows)
	around := &loop{name, map[int]bool{}}
	around.add(f.Lambda().Params...)
	in.inside(f.Lambda().Body, nil, around, "it is an accumulator of `"+name+"`")
}
