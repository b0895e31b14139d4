package footprint

import (
	"slices"

	"funmem/lower/rewrite"
	"funmem/lower/shape"
	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// Footprint is what a def, or the statements of a program, need.
type Footprint struct {
	Def     *syntax.Def // nil: the statements of the program
	Storage *Size       // the most locations that it allocates at one time; nil if data decide
	Lack    *Size       // by how much the size of a block is below 0: if it is more than 0, a run is stuck
	Results []Result    // what the caller allocates for it
	Refused []*shape.Data
}

// Result is a result with a destination.
type Result struct {
	K    int
	Size poly.Poly // its elements
}

// program is the program that is looked at.
type program struct {
	*rewrite.Job
	local shape.Local
	types rewrite.Types
	done  map[string]*Footprint
	defs  map[string]*syntax.Def
}

// Of finds what the defs of a program in destination-passing style need, and its statements: the last of the list.
func Of(j *rewrite.Job, p *syntax.Program) []*Footprint {
	f := &program{j, shape.Within(p, j.Until), rewrite.TypesOf(p, j.Type), map[string]*Footprint{}, map[string]*syntax.Def{}}
	var list []*Footprint
	shapes := shape.Of(p, j.Until)
	for n, d := range p.Defs() {
		known := rewrite.KnownBefore(j, p)
		known.Bind(d.Params...)
		known.Bind(d.Ret...) // the run gives them, so they have sizes
		one := f.of(d, d.Body, known)
		for k, z := range d.Ret {
			if sizes, _ := shapes[n].Result(k); z.Type.IsArray() && d.Destination(k) != nil && sizes != nil {
				all := (&poly.Env{}).Of(lmad.Const(1))
				for _, s := range sizes {
					all = all.Mul(s)
				}
				one.Results = append(one.Results, Result{k, all})
			}
		}
		f.done[d.Name], f.defs[d.Name] = one, d
		list = append(list, one)
	}
	return append(list, f.of(nil, p.Main(), rewrite.KnownBefore(j, p)))
}

func (f *program) of(d *syntax.Def, b *syntax.Body, known *rewrite.Known) *Footprint {
	w := &walk{program: f, top: b, main: d == nil}
	n := w.body(b, known)
	if w.refused != nil {
		return &Footprint{Def: d, Refused: w.refused}
	}
	return &Footprint{Def: d, Storage: n.storage, Lack: n.lack}
}

// need is what a part of a program allocates at one time at most, and the lack of sizes that it surely comes to.
type need struct{ storage, lack *Size }

func nothing() *Size { return exactly(poly.Poly{}) }

// walk is the walk over a function, or over the statements of a program.
type walk struct {
	*program
	top     *syntax.Body
	main    bool
	refused []*shape.Data
}

func (w *walk) refuse(d *shape.Data) { w.refused = append(w.refused, d) }

// body is the most that a body has allocated at one time. What it allocates it gives back, but for the results of the program.
func (w *walk) body(b *syntax.Body, known *rewrite.Known) need {
	live, at := poly.Poly{}, map[int]poly.Poly{} // what is allocated now
	points, lacks := []*Size{nothing()}, []*Size{nothing()}
	for _, s := range b.Stms {
		w.Until.Ask()
		switch s := s.(type) {
		case *syntax.Free:
			live = live.Sub(at[s.Block.ID])
			delete(at, s.Block.ID)
		case *syntax.Let:
			if e, ok := s.Exp.(*syntax.Alloc); ok {
				n, data := w.local.Of(e.N)
				if data != nil {
					d := *data
					d.Of = "the size of block `" + s.Pat[0].Written() + "`"
					w.refuse(&d)
				}
				at[s.Pat[0].ID], live = n, live.Add(n)
				lacks = w.add(lacks, exactly(n.Neg()), known)
				known.Stm(s)
				points = w.add(points, exactly(live), known)
				continue
			}
			inner := w.stm(s, known)
			points, lacks = w.add(points, inner.storage.plus(live), known), w.add(lacks, inner.lack, known)
		}
		known.Stm(s)
	}
	if len(at) > 0 && !(w.main && b == w.top) {
		for id := range at {
			w.refuse(&shape.Data{Rule: "S-If", At: b.Span, Why: "what a body gives to the one around it", Of: "how long block `" + w.name(b, id) + "` is in use"})
			break
		}
	}
	return need{most(points), (&Size{kind: largest, of: lacks}).settled()}
}

// name is what messages call a block of a body.
func (w *walk) name(b *syntax.Body, id int) string {
	for _, s := range b.Stms {
		if let, ok := s.(*syntax.Let); ok && let.Pat[0].ID == id {
			return let.Pat[0].Written()
		}
	}
	return ""
}

// add adds a size to those whose largest is wanted. What is known to be no larger than another is left out.
func (w *walk) add(points []*Size, s *Size, known *rewrite.Known) []*Size {
	if s.kind == largest {
		for _, o := range s.of {
			if s.bound {
				o = unknown(o)
			}
			points = w.add(points, o, known)
		}
		return points
	}
	for _, o := range points {
		if o.equal(s) || w.atLeast(known, o, s) {
			return points
		}
	}
	return append(slices.DeleteFunc(points, func(o *Size) bool { return w.atLeast(known, s, o) }), s)
}

// atLeast tells whether one size is known to be at least another. One that data decide does not stand for an exact one of the same size.
func (w *walk) atLeast(known *rewrite.Known, a, b *Size) bool {
	if a.kind != 0 || b.kind != 0 {
		return false
	}
	least := 0
	if a.bound && !b.bound {
		least = 1
	}
	return known.AtLeast(a.p.Sub(b.p).Expr(), least)
}

// most is the largest of some sizes. None is negative, so nothing is the largest only if it is alone.
func most(points []*Size) *Size {
	if len(points) > 1 {
		points = slices.DeleteFunc(slices.Clone(points), func(s *Size) bool { return s.equal(exactly(poly.Poly{})) })
	}
	if len(points) == 1 {
		return points[0]
	}
	return (&Size{kind: largest, of: points}).settled()
}

// stm is what a statement allocates in addition.
func (w *walk) stm(s *syntax.Let, known *rewrite.Known) need {
	within := known.Within(s.Exp)
	switch e := s.Exp.(type) {
	case *syntax.If:
		return w.branches(e, w.body(e.Then, within[0]), w.body(e.Else, within[1]))
	case *syntax.Kernel:
		return w.repeated(w.body(e.Body, within[0]), e.Index[0].X, e.Index[0].N, known)
	case *syntax.Loop:
		if e.While != nil {
			test, round := w.body(e.While, within[0]), w.body(e.Body, within[1])
			return need{most(w.add([]*Size{test.storage}, unknown(round.storage), known)), test.lack}
		}
		return w.repeated(w.body(e.Body, within[0]), e.For.X, e.For.N, known)
	case *syntax.Reduce, *syntax.Scan:
		f := syntax.FoldOf(e)
		return w.repeated(w.body(f.Lambda().Body, within[0]), nil, w.types.Of(f.Xs[0]).Dims[0], known)
	case *syntax.Call:
		n := w.call(e)
		return need{w.closed(n.storage, known), n.lack}
	}
	return need{nothing(), nothing()}
}

// unknown is a size of which it is not known whether it is reached.
func unknown(s *Size) *Size {
	if s.kind == 0 && s.p.IsZero() {
		return s
	}
	c := *s
	c.bound = true
	return &c
}

// branches is what an if allocates. The condition is known before the run, or data.
func (w *walk) branches(e *syntax.If, yes, no need) need {
	cond, data := w.local.Of(e.Cond)
	choose := func(yes, no *Size) *Size {
		if yes.equal(no) {
			return yes
		}
		return (&Size{kind: chosen, cond: cond, of: []*Size{yes, no}}).settled()
	}
	if data == nil {
		return need{choose(yes.storage, no.storage), choose(yes.lack, no.lack)}
	}
	either := need{&Size{kind: largest, of: []*Size{yes.storage, no.storage}, bound: true}, nothing()}
	if yes.storage.equal(no.storage) {
		either.storage = yes.storage
	}
	if yes.lack.equal(no.lack) {
		either.lack = yes.lack
	}
	return either
}

// repeated is what n rounds of a loop, or iterations of a kernel, allocate, one after the other. Round i is given by s.
func (w *walk) repeated(s need, i *syntax.Binding, size syntax.Expr, known *rewrite.Known) need {
	n, data := w.local.Of(size)
	switch {
	case data == nil:
		return need{w.rounds(s.storage, i, n, known), w.rounds(s.lack, i, n, known)}
	case i != nil && s.storage.mentions(i.ID):
		d := *data
		d.Of = "the number of rounds, and with it the size of a block,"
		w.refuse(&d)
	case !known.AtLeast(size, 1):
		s.storage = unknown(s.storage)
	}
	return need{s.storage, nothing()}
}

// rounds is the largest of n rounds.
func (w *walk) rounds(s *Size, i *syntax.Binding, n poly.Poly, known *rewrite.Known) *Size {
	varies := i != nil && s.mentions(i.ID)
	switch {
	case s.equal(nothing()):
		return s
	case varies && w.grows(s, i, n, known):
		s = s.mapped(func(p poly.Poly) poly.Poly { return p.Subst(map[int]poly.Poly{i.ID: n}) })
	case varies:
		return (&Size{kind: rounds, i: i, n: n, of: []*Size{nothing(), s}}).settled()
	}
	if known.AtLeast(n.Expr(), 1) || w.vanishes(s, n, known) {
		return s
	}
	return &Size{kind: chosen, cond: w.positive(n), n: n, of: []*Size{s, nothing()}}
}

// grows tells whether the last round allocates the most.
func (w *walk) grows(s *Size, i *syntax.Binding, n poly.Poly, known *rewrite.Known) bool {
	if s.kind != 0 {
		return false
	}
	in := known.Inner()
	in.Index(i, n.Expr())
	last := s.p.Subst(map[int]poly.Poly{i.ID: n})
	return in.AtLeast(last.Sub(s.p).Expr(), 0)
}

// closed is a size without the conditions that no longer matter with the arguments of a call: where without rounds it would be the same.
func (w *walk) closed(s *Size, known *rewrite.Known) *Size {
	c := *s
	c.of = nil
	for _, o := range s.of {
		c.of = append(c.of, w.closed(o, known))
	}
	if s.kind == chosen {
		id, ok := s.n.Variable()
		if yes, no := c.of[0], c.of[1]; ok && yes.kind == 0 && no.kind == 0 && yes.bound == no.bound && known.AtLeast(s.n.Expr(), 0) &&
			yes.p.Sub(no.p).Subst(map[int]poly.Poly{id: {}}).IsZero() {
			return yes
		}
	}
	return &c
}

// vanishes tells whether a size is 0 if there are no rounds.
func (w *walk) vanishes(s *Size, n poly.Poly, known *rewrite.Known) bool {
	id, ok := n.Variable()
	return ok && s.kind == 0 && known.AtLeast(n.Expr(), 0) && s.p.Subst(map[int]poly.Poly{id: {}}).IsZero()
}

func (w *walk) positive(n poly.Poly) poly.Poly {
	return (&poly.Env{}).Of(&syntax.Binary{Op: syntax.Gt, X: n.Expr(), Y: lmad.Const(0)})
}

// call is what a function allocates, with the sizes and ints of the arguments in the place of its parameters.
func (w *walk) call(e *syntax.Call) need {
	f, d := w.done[e.Fn], w.defs[e.Fn]
	if f == nil {
		w.refuse(&shape.Data{Rule: "S-App", At: e.Span, Why: "that of a function of an earlier line", Of: "the storage"})
		return need{nothing(), nothing()}
	}
	if f.Refused != nil {
		for _, r := range f.Refused {
			c := *r
			c.In = append(slices.Clone(c.In), diag.Note{Span: e.Span, Msg: "in the call of `" + d.Written() + "`"})
			w.refuse(&c)
		}
		return need{nothing(), nothing()}
	}
	storage, lack := f.Storage, f.Lack
	by := map[int]poly.Poly{}
	wanted := map[int]bool{}
	for _, s := range []*Size{storage, lack} {
		s.vars(func(id int) { wanted[id] = true })
	}
	give := func(x *syntax.Binding, e syntax.Expr) {
		p, data := w.local.Of(e)
		switch {
		case !wanted[x.ID]:
			return
		case data == nil:
			by[x.ID] = p
			return
		case storage.sizedBy(x.ID):
			c := *data
			c.Of = "`" + x.Written() + "` of `" + d.Written() + "`, and with it the size of a block,"
			w.refuse(&c)
		}
		storage = storage.undecided(x.ID)
		if lack.mentions(x.ID) {
			lack = nothing()
		}
	}
	for k, x := range d.Params {
		if x.Type.IsInt() {
			give(x, e.Args[k])
		}
	}
	for _, n := range d.Sizes {
		if k, dim, ok := d.FixedBy(n); ok {
			give(n, w.types.Of(e.Args[k]).Dims[dim])
		}
	}
	with := func(p poly.Poly) poly.Poly { return p.Subst(by) }
	return need{storage.mapped(with).settled(), lack.mapped(with).settled()}
}
