package fuse

import (
	"fmt"
	"slices"
	"strconv"

	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// maxRounds bounds how often the pass goes over the bodies of a program. Each round but the
// last removes arrays.
const maxRounds = 200

// Program removes arrays whose elements can be computed where they are read: first those
// that make nothing more expensive, then one that does, and so on. In this way an array
// that is still read several times is read from one place if possible.
func Program(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	f, err := newFuser(j)
	if err != nil {
		return nil, err
	}
	if syntax.HasScratch(p, j.Until) {
		j.Notes = append(j.Notes, rewrite.Note{Text: "nothing is fused: there are scratch arrays, whose elements a copy takes along and a kernel would read"})
		return p, nil
	}
	first := p
	for range maxRounds {
		f.changed, f.refused = false, nil
		next := f.round(p)
		if f.changed {
			p = f.sweep(first, next)
		}
		switch {
		case f.changed:
			f.extra = 0
		case f.extra < f.limit:
			f.extra = f.limit
		default:
			f.say()
			return p, nil
		}
	}
	f.say()
	return p, nil
}

// say notes what was refused in the last round.
func (f *fuser) say() {
	for _, r := range f.refused {
		f.job.Refuse(r, "")
	}
}

// Fused checks what fuse ensures: no array is left that the pass would remove. It promises nothing for a program that
// it leaves alone.
func Fused(j *rewrite.Job, p *syntax.Program) error {
	if syntax.HasScratch(p, j.Until) {
		return nil
	}
	again := &rewrite.Job{Supply: j.Supply, Options: j.Options, Def: j.Def, Type: j.Type, Until: j.Until, Budget: j.Proofs()}
	f, err := newFuser(again)
	if err != nil {
		return err
	}
	f.extra = f.limit
	f.round(p)
	if f.changed {
		return fmt.Errorf("`%s` is left, and can be taken away", again.Notes[0].Name)
	}
	return nil
}

// fuser removes arrays from one program.
type fuser struct {
	job        *rewrite.Job
	limit      int64 // the extra operations allowed for each element of an array
	extra      int64 // how many extra operations may be spent now: none, or all
	horizontal bool
	exact      bool
	sums       bool // a sum may compute its terms
	types      rewrite.Types
	defs       map[string]*syntax.Def
	stays      map[int]bool    // the globals used by more than statements
	shows      map[int]int     // the array that a view, update or loop variable shows a part of
	names      map[int]string  // what messages call variables
	shapes     map[string]bool // with exact: the shapes of arguments
	anywhere   *rewrite.Known  // with exact: what is known everywhere
	changed    bool
	refused    []*rewrite.Refusal // in this round
}

// newFuser returns a fuser with the options of a job.
func newFuser(j *rewrite.Job) (*fuser, error) {
	limit, err := strconv.ParseInt(j.Options["limit"], 10, 64)
	return &fuser{job: j, limit: limit, horizontal: j.Options["horizontal"] == "yes", exact: j.Options["exact"] == "yes", sums: j.Options["sums"] == "yes"}, err
}

// place is the context of a body: what is known about the ints in scope.
type place struct {
	env      *poly.Env
	known    *rewrite.Known    // with exact
	bounds   map[int]poly.Poly // of the indices in scope
	inKernel bool
}

// round goes over all bodies of a program once.
func (f *fuser) round(p *syntax.Program) *syntax.Program {
	f.types = rewrite.TypesOf(p, f.job.Type)
	f.defs, f.stays, f.shows, f.names = map[string]*syntax.Def{}, map[int]bool{}, map[int]int{}, map[int]string{}
	main := p.Main()
	if f.exact {
		f.anywhere, f.shapes = rewrite.KnownBefore(f.job, p), shapes(p, f.types)
	}
	for _, d := range p.Defs() {
		f.defs[d.Name] = d
		for _, v := range syntax.FreeVars(d) {
			f.stays[v.ID] = true
		}
	}
	keep := f.job.Keep
	if keep == nil {
		keep = func(int) bool { return len(main.Res) == 0 }
	}
	for _, s := range main.Stms {
		if l, ok := s.(*syntax.Let); ok {
			for _, x := range l.Pat {
				f.stays[x.ID] = f.stays[x.ID] || keep(x.ID)
			}
		}
	}
	f.look(p)
	globals := &poly.Env{}
	for _, s := range main.Stms {
		if _, ok := s.(*syntax.Let); ok {
			define(globals, s)
		}
	}
	main = f.body(main, place{env: &poly.Env{}, known: f.anywhere})
	return rewrite.Assemble(p, func(d *syntax.Def) *syntax.Def {
		c := *d
		at := place{env: globals, known: f.anywhere}
		if f.exact {
			at.known = f.anywhere.Inner()
			at.known.Bind(d.Params...)
		}
		c.Body = f.body(d.Body, at)
		return &c
	}, main)
}

// look notes what views, updates and loop variables show, and what variables are called.
func (f *fuser) look(p *syntax.Program) {
	syntax.Walk(p, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Binding:
			f.names[n.ID] = n.Written()
		case *syntax.Let:
			x := syntax.Viewed(n.Exp)
			if w, ok := n.Exp.(*syntax.With); ok {
				x = w.X
			}
			if v, ok := x.(*syntax.Var); ok {
				f.shows[n.Pat[0].ID] = v.ID
			}
		case *syntax.Loop:
			for k, x := range n.Params {
				if v, ok := n.Init[k].(*syntax.Var); ok && x.Type.IsArray() {
					f.shows[x.ID] = v.ID
				}
			}
		}
		return true
	})
}

// whole returns the array that a variable shows a part of.
func (f *fuser) whole(id int) int {
	for {
		up, ok := f.shows[id]
		if !ok {
			return id
		}
		id = up
	}
}

// body goes over a body, inner bodies first.
func (f *fuser) body(b *syntax.Body, at place) *syntax.Body {
	outer := at
	at = outer.inner()
	out := &syntax.Body{Span: b.Span, Stms: make([]syntax.Stm, len(b.Stms)), Res: b.Res}
	for k, s := range b.Stms {
		out.Stms[k] = s
		if l, ok := s.(*syntax.Let); ok {
			out.Stms[k] = f.inner(l, at)
		}
		at.after(s)
	}
	at = outer.inner()
	if f.horizontal && !f.exact {
		out = f.join(out, at)
	}
	for k := 0; k < len(out.Stms); {
		if next, ok := f.statement(out, k, at); ok {
			out, f.changed = next, true
			continue
		}
		at.after(out.Stms[k])
		k++
	}
	return out
}

// inner goes over the bodies in a statement.
func (f *fuser) inner(l *syntax.Let, at place) *syntax.Let {
	in := at.within(l.Exp)
	var known []*rewrite.Known
	if f.exact {
		known = at.known.Within(l.Exp)
	}
	e := rewrite.Inner(l.Exp, func(b *syntax.Body) *syntax.Body {
		if f.exact {
			in.known, known = known[0], known[1:]
		}
		return f.body(b, in)
	})
	return &syntax.Let{Span: l.Span, Pat: l.Pat, Exp: e, Doc: l.Doc}
}

// inner returns a place that learns on its own.
func (p place) inner() place {
	p.env = p.env.Clone()
	if p.known != nil {
		p.known = p.known.Inner()
	}
	return p
}

// after learns from a statement that comes before a place.
func (p place) after(s syntax.Stm) {
	define(p.env, s)
	if p.known != nil {
		p.known.Stm(s)
	}
}

// within returns the place of the bodies in an expression.
func (p place) within(e syntax.Expr) place {
	index := func(i *syntax.Binding, n syntax.Expr) {
		bounds := map[int]poly.Poly{i.ID: p.env.Of(n)}
		for id, b := range p.bounds {
			bounds[id] = b
		}
		p.bounds = bounds
	}
	switch e := e.(type) {
	case *syntax.Kernel:
		index(e.Index[0].X, e.Index[0].N)
		p.inKernel = true
	case *syntax.Loop:
		if e.For != nil {
			index(e.For.X, e.For.N)
		}
	}
	return p
}

// statement tries to remove an array that a statement of a body binds, and returns the body
// without it.
func (f *fuser) statement(b *syntax.Body, k int, at place) (*syntax.Body, bool) {
	f.job.Until.Ask()
	l, ok := b.Stms[k].(*syntax.Let)
	if !ok {
		return nil, false
	}
	if !f.exact {
		if out, ok := f.branches(b, k, at); ok {
			return out, true
		}
		if out, ok := f.interchange(b, k, at); ok {
			return out, true
		}
	}
	if !f.candidate(l, b) {
		return nil, false
	}
	u := f.uses(l, b.Stms[k+1:], b.Res, at)
	for _, x := range l.Pat {
		if u.noted[x.ID] && u.whole[x.ID] != nil {
			f.refuse(u.whole[x.ID])
		}
	}
	if len(u.sites) == 0 {
		return nil, false
	}
	if why := f.overwritten(l, u, b.Stms[k+1:]); why != nil {
		f.refuse(why)
		return nil, false
	}
	if f.exact {
		if why := f.inexact(l, u, b.Stms[k+1:k+2+u.last], at); why != nil {
			f.refuse(why)
			return nil, false
		}
	}
	return f.fuse(b, k, u, at)
}

// candidate tells whether a statement of a body makes arrays whose elements can be computed
// one by one, and whose sizes are known before it. An update counts if it is the only use
// of an array that another such statement makes. Otherwise it is done in place.
func (f *fuser) candidate(l *syntax.Let, b *syntax.Body) bool {
	switch e := l.Exp.(type) {
	case *syntax.With:
		x := binding(b, idOf(e.X))
		if x == nil || counts(b)[idOf(e.X)] > 1 || !f.candidate(x, b) {
			return false
		}
	case *syntax.Kernel:
	case *syntax.Literal:
		if len(e.Elems) == 0 {
			return false
		}
	case *syntax.If:
		if len(l.Pat) != 1 || !l.Pat[0].Type.IsArray() {
			return false
		}
	default:
		if !elementwise(e) {
			return false
		}
	}
	for _, x := range l.Pat {
		if f.stays[x.ID] {
			return false
		}
	}
	return true
}

// elementwise tells whether an expression makes an array whose elements come from its
// operands.
func elementwise(e syntax.Expr) bool {
	f := syntax.FormOf(e)
	return f == syntax.FormFilled || f == syntax.FormListed
}

// binding returns the statement at the level of a body that binds a variable, or nil.
func binding(b *syntax.Body, id int) *syntax.Let {
	for _, s := range b.Stms {
		if l, ok := s.(*syntax.Let); ok && slices.ContainsFunc(l.Pat, func(x *syntax.Binding) bool { return x.ID == id }) {
			return l
		}
	}
	return nil
}

// refuse keeps a refusal for the end: the array may still be removed in a later round.
func (f *fuser) refuse(r *rewrite.Refusal) { f.refused = append(f.refused, r) }

// fuse removes the arrays of a statement that nothing uses whole.
func (f *fuser) fuse(b *syntax.Body, k int, u *usage, at place) (*syntax.Body, bool) {
	l := b.Stms[k].(*syntax.Let)
	x := u.first(l)
	r := f.rewriting(l, u, at)
	element, why := r.elementCost(x)
	if why != nil {
		f.refuse(why.About(x))
		return nil, false
	}
	c := &cost{at.env, f.types}
	elements := c.count(x.Type.Dims)
	if why := f.slow(l, u, element, at); why != nil {
		f.refuse(why)
		return nil, false
	}
	r = f.rewriting(l, u, at)
	end := k + 2 + u.last // what comes after that stays as it is, except for its variables
	rest := &syntax.Body{Stms: b.Stms[end:], Res: b.Res}
	used := mentioned(rest)
	stms, res, why := r.rest(b.Stms[k+1:end], used)
	if why != nil {
		f.refuse(why.About(x))
		return nil, false
	}
	before := &syntax.Body{Stms: b.Stms[k:end], Res: used}
	after := f.swept(before, &syntax.Body{Stms: append(f.without(l, u.gone), stms...), Res: res})
	if sites := len(u.sites); sites > 1 && size(after.Stms) > size(before.Stms)+mostGrowth {
		f.refuse(rewrite.Refuse(x, "stays: the text that computes an element would be there %d times, and is long", sites))
		return nil, false
	}
	if n, ok := element.Const(); !ok || n.Cmp(cheap) > 0 {
		if more(c.stms(after.Stms), c.stms(before.Stms), elements, f.extra) {
			f.refuse(f.costly(l, u, element, elements))
			return nil, false
		}
	}
	if f.extra > 0 && more(c.stms(after.Stms), c.stms(before.Stms), elements, 0) {
		f.extra = 0
	}
	f.explain(l, u, element)
	if slices.ContainsFunc(used, r.becomes) {
		rest = r.settled(rest)
		f.types.Learn(rest)
	}
	f.types.Learn(&syntax.Body{Stms: after.Stms})
	return &syntax.Body{Span: b.Span, Stms: slices.Concat(b.Stms[:k], after.Stms, rest.Stms), Res: rest.Res}, true
}

// mostGrowth is how many nodes an array that is computed at several places may add to a program. In a chain of arrays,
// each read twice by the next, the length would double each time.
const mostGrowth = 2000

// size returns how many nodes statements have.
func size(stms []syntax.Stm) (n int) {
	for _, s := range stms {
		syntax.Walk(s, func(syntax.Node) bool { n++; return true })
	}
	return n
}

// mentioned returns the variables that a body uses, each once.
func mentioned(b *syntax.Body) (used []syntax.Expr) {
	seen := map[int]bool{}
	syntax.Walk(b, func(n syntax.Node) bool {
		if v, ok := n.(*syntax.Var); ok && !seen[v.ID] {
			seen[v.ID] = true
			used = append(used, v)
		}
		return true
	})
	return used
}

// explain notes what was done.
func (f *fuser) explain(l *syntax.Let, u *usage, element poly.Poly) {
	said, where := f.spoken(whiles(l), element)
	for _, x := range l.Pat {
		if !u.gone[x.ID] {
			continue
		}
		sites := u.of(x.ID)
		if len(sites) == 0 {
			f.job.Did(x, "left out: nothing uses it any more")
			continue
		}
		f.job.Did(x, "computed where it is read: at %s, in %s, and an element costs %s%s", diag.Count(len(sites), "place"), consumers(sites), operations(said[0]), where)
	}
}
