package races

import (
	"fmt"
	"maps"
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/prove"
	"funmem/semantics/syntax"
)

// let walks a statement, with the accesses that its rule makes (Fig. 10 and ours, in
// eval/memory).
func (w *walker) let(s *syntax.Let) {
	z := s.Pat[0]
	w.tape.valued(s)
	switch e := s.Exp.(type) {
	case *syntax.Index:
		w.index(z, e)
	case *syntax.Alloc:
		w.alloc(z, e)
	case *syntax.Slice:
		w.slice(w.operand(e.X).l, e.At)
		w.view(z, e.X)
	case *syntax.Kernel:
		w.kernel(s, e)
	case *syntax.Iota:
		w.iota(s)
	case *syntax.Copy:
		w.copy(s, e)
	case *syntax.Replicate:
		w.replicate(s, e)
	case *syntax.Literal:
		w.literal(z, e)
	case *syntax.Concat:
		w.concat(z, e)
	case *syntax.With:
		w.with(z, e)
	case *syntax.If:
		w.branches(s.Pat, e)
	case *syntax.Call:
		w.call(s.Pat, e)
	case *syntax.Reduce, *syntax.Scan:
		w.fold(s.Pat, syntax.FoldOf(e))
	case *syntax.Loop:
		w.loop(s.Pat, e)
	default:
		switch syntax.FormOf(e) {
		case syntax.FormScalar:
			w.scalar(z, e)
		case syntax.FormView:
			w.view(z, syntax.Viewed(e))
		case syntax.FormClaim:
			w.loose(z)
			w.tape.claimed(z, syntax.Shown(e))
		case syntax.FormUnwritten: // no access
			w.loose(z)
			w.tape.unwritten(z)
		default:
			panic(fmt.Sprintf("races: no case for a %T", e))
		}
	}
}

// scalar is E-MEM-SCALAR: no access.
func (w *walker) scalar(z *syntax.Binding, se syntax.Expr) {
	switch x, isVar := se.(*syntax.Var); {
	case isVar:
		w.env[z.ID] = w.variable(x.ID, x.Name)
		w.tape.whole(x, w.env[z.ID])
		w.tape.born(z)
	case z.Type.IsInt():
		w.env[z.ID] = known(w.int(se))
		w.tape.evaluated(se)
	default:
		w.env[z.ID] = val{}
	}
}

// index is E-MEM-INDEX: a read of one element. Nothing is known about its value.
func (w *walker) index(z *syntax.Binding, e *syntax.Index) {
	x := w.operand(e.X)
	l := x.l
	for k, at := range e.At {
		i := w.int(at)
		w.inRange(i, x.l.Dims[k].Size)
		l = l.Index(i)
	}
	w.touch(x.blocks, l, false, syntax.Line(e.X), idOf(e.X))
	w.env[z.ID] = w.unknown(z, nil)
}

// view is an array that is derived from x. It lies in its block if x does.
func (w *walker) view(z *syntax.Binding, x syntax.Expr) {
	w.bind(z, val{room: w.operand(x).room})
	w.tape.whole(x, w.env[z.ID])
	w.tape.born(z)
}

// alloc is E-MEM-ALLOC: a block that was not there before.
func (w *walker) alloc(z *syntax.Binding, e *syntax.Alloc) {
	size := w.int(e.N)
	w.facts.NonNeg(size)
	w.env[z.ID] = val{blocks: w.newBlock(size)}
}

func (w *walker) newBlock(size poly.Poly) blocks {
	w.allocs = append(w.allocs, size)
	return blocks{len(w.allocs)}
}

// slice is slice_f(L, ix) (eq. 2). The indices must be in bounds.
func (w *walker) slice(l prove.LMAD, at []syntax.Ix) prove.LMAD {
	out := prove.LMAD{Offset: l.Offset}
	for k, ix := range at {
		d := l.Dims[k]
		if ix.Kind == syntax.IxAll {
			out.Dims = append(out.Dims, d)
			continue
		}
		o := w.int(ix.Off)
		w.tape.evaluated(ix.Off)
		if ix.Kind == syntax.IxFlat {
			out.Offset = out.Offset.Add(o.Mul(d.Stride))
			dims := w.flat(o, ix.Dims, d.Size)
			for _, f := range dims {
				out.Dims = append(out.Dims, prove.Dim{Size: f.Size, Stride: d.Stride.Mul(f.Stride)})
			}
			continue
		}
		out.Offset = out.Offset.Add(o.Sub(one).Mul(d.Stride))
		if ix.Kind == syntax.IxFix {
			w.inRange(o, d.Size)
			continue
		}
		n, s := w.int(ix.Size), one
		if ix.Stride != nil {
			s = w.int(ix.Stride)
		}
		w.rangeIn(o, n, s, d.Size)
		out.Dims = append(out.Dims, prove.Dim{Size: n, Stride: d.Stride.Mul(s)})
	}
	return out
}

// mostFlat is how many pairs of a flat slice are looked at: each has two ends.
const mostFlat = 4

// flat is o + {(n : s) …} within 0, …, size − 1, if each n > 0; no n is negative.
func (w *walker) flat(o poly.Poly, pairs []syntax.LMADDim, size poly.Poly) (dims []prove.Dim) {
	for _, f := range pairs {
		dims = append(dims, prove.Dim{Size: w.int(f.Size), Stride: w.int(f.Stride)})
	}
	corners := []poly.Poly{o}
	for _, d := range dims {
		w.wants(w.facts, d.Size)
		w.facts.NonNeg(d.Size)
		if len(dims) <= mostFlat {
			for _, c := range corners {
				corners = append(corners, c.Add(d.Size.Sub(one).Mul(d.Stride)))
			}
		}
	}
	if len(dims) > mostFlat {
		w.bounds = append(w.bounds, &bound{state: fails})
		return dims
	}
	some := w.facts
	for _, d := range dims {
		some.Less(poly.Poly{}, d.Size)
	}
	for _, c := range corners {
		w.wants(some, c)
		w.wants(some, size.Sub(one).Sub(c))
	}
	return dims
}

// rangeIn is o : n : s within 1, …, size, if n > 0; n is not negative.
func (w *walker) rangeIn(o, n, s, size poly.Poly) {
	last := o.Add(n.Sub(one).Mul(s))
	w.givenInBounds(o, last, size)
	w.tape.inBounds(n, o, last, size)
	w.wants(w.facts, n)
	w.facts.NonNeg(n)
	some := w.facts
	some.Less(poly.Poly{}, n)
	for _, k := range []poly.Poly{o, last} {
		w.wants(some, k.Sub(one))
		w.wants(some, size.Sub(k))
	}
}

// literal is E-MEM-LITERAL: each element is copied to its place.
func (w *walker) literal(z *syntax.Binding, e *syntax.Literal) {
	dst := w.array(z.Type)
	w.tape.spread(z, dst)
	for k, x := range e.Elems {
		w.move(x, z, dst.blocks, dst.l.Index(poly.Int(num.Of(int64(k+1)))))
	}
	w.env[z.ID] = dst
	w.tape.born(z)
}

// concat is E-MEM-CONCAT: each operand is copied to its rows, even if it lies there
// already.
func (w *walker) concat(z *syntax.Binding, e *syntax.Concat) {
	dst := w.array(z.Type)
	w.tape.spread(z, dst)
	first := one
	for _, x := range e.Xs {
		rows := dst.l.Index(first)
		n := w.operand(x).l.Dims[0].Size
		rows.Dims = append([]prove.Dim{{Size: n, Stride: dst.l.Dims[0].Stride}}, rows.Dims...)
		w.move(x, z, dst.blocks, rows)
		first = first.Add(n)
	}
	w.env[z.ID] = dst
	w.tape.born(z)
}

// with is E-MEM-WITH: in place.
func (w *walker) with(z *syntax.Binding, e *syntax.With) {
	x := w.operand(e.X)
	part := w.slice(x.l, e.At)
	w.read(e.V)
	w.env[z.ID] = x
	w.tape.rest(e.X, x, part, z.Type.Mem.Block.ID)
	w.tape.spread(z, x)
	n := w.tape.length()
	w.touch(x.blocks, part, true, z.Written(), z.ID)
	w.tape.copied(n, e.V, z)
	if v, ok := e.V.(*syntax.Var); ok && w.isArray(v.ID) {
		w.tape.moved(z, val{blocks: x.blocks, l: part}, w.env[v.ID])
	}
	w.tape.born(z)
}

// branches is E-MEM-IF-T or E-MEM-IF-F: the accesses of both.
func (w *walker) branches(pat []*syntax.Binding, e *syntax.If) {
	cond := w.atom(e.Cond)
	branch := func(b *syntax.Body) func() []val {
		return func() []val {
			w.body(b)
			vs := w.atoms(b.Res)
			w.tape.results(b.Res, vs)
			return vs
		}
	}
	yes, no, freed := w.both(cond, branch(e.Then), branch(e.Else))
	w.bindAll(pat, w.join(pat, cond, yes, no, freed))
}

// both walks two branches and returns what they give, and which of it may be a block that a branch or an earlier statement
// has freed.
func (w *walker) both(cond val, then, or func() []val) (yes, no []val, freed []bool) {
	asks := func(vs []val) {
		for k, v := range vs {
			if k == len(freed) {
				freed = append(freed, false)
			}
			freed[k] = freed[k] || w.mayBeFreed(v.blocks)
		}
	}
	before := len(w.freed)
	w.tape.enter(Then, nil)
	w.scoped(func() {
		w.facts.Add(cond.yes)
		w.narrow(cond.n, syntax.Ne)
		w.take(cond.n, true)
		yes = then()
		asks(yes)
	})
	freedThen := slices.Clone(w.freed[before:])
	w.freed = w.freed[:before:before] // the other branch does not see what this one frees
	w.tape.enter(Else, nil)
	w.scoped(func() {
		w.facts.Add(cond.no)
		w.narrow(cond.n, syntax.Eq)
		w.take(cond.n, false)
		no = or()
		asks(no)
	})
	w.tape.leave()
	w.freed = append(w.freed, freedThen...)
	return yes, no, freed
}

// join is what is known after an if, from what its branches give. If both give the same int, the result is that int. A block
// may be the block of either; freed says which of them may be freed.
func (w *walker) join(pat []*syntax.Binding, cond val, yes, no []val, freed []bool) []val {
	vs := make([]val, len(pat))
	for k, x := range pat {
		switch {
		case x.Type.Elem == syntax.Mem:
			vs[k] = val{blocks: yes[k].blocks.union(no[k].blocks)}
		case !x.Type.IsArray() && poly.Compare(yes[k].n, no[k].n) == poly.Equal:
			vs[k] = yes[k]
		default:
			vs[k] = w.either(x, cond, yes[k], no[k])
		}
	}
	isBlock := func(k int) bool { return pat[k].Type.Elem == syntax.Mem }
	apart := w.different(yes, isBlock)
	other := w.different(no, isBlock)
	maps.DeleteFunc(apart, func(p pair, _ bool) bool { return !other[p] })
	made := len(w.allocs)
	w.oneEach(vs, isBlock, apart)
	w.inUse(vs, made, freed)
	return vs
}

// narrow learns which of the two is greater from a condition x == y that does not
// hold, or x != y that does. It does so if the facts exclude one of the cases.
func (w *walker) narrow(cond poly.Poly, not syntax.Op) {
	op, args, ok := cond.Operator()
	if !ok || op != not {
		return
	}
	for _, pair := range [][2]poly.Poly{{args[0], args[1]}, {args[1], args[0]}} {
		if w.ask() && w.greater(pair[0].Sub(pair[1])) {
			w.facts.Less(pair[1], pair[0])
			return
		}
	}
}

// either is one of two ints: that of the second branch, and the difference of the two times 1 if the condition holds and
// 0 if it does not. So two iterations with one condition have one int. If the int is 0 in one branch, and the result is
// not 0, the result is the int of the other branch: && and || say what they mean.
func (w *walker) either(x *syntax.Binding, cond, yes, no val) val {
	v := w.unknown(x, nil)
	if x.Type.IsInt() && w.trace == nil { // a trace is walked again and again, and such ints take many steps
		if n := no.n.Add(truth(cond.n).Mul(yes.n.Sub(no.n))); !n.Large() {
			v.n = n
		}
	}
	v.room = slices.Concat(yes.room, no.room)
	if no.n.IsZero() {
		v.yes.Add(cond.yes)
		v.yes.Add(yes.yes)
	}
	if k, ok := yes.n.Const(); ok && !k.IsZero() {
		v.no.Add(cond.no)
		v.no.Add(no.no)
	}
	return v
}

// truth is 1 if a condition is not 0, and 0 if it is.
func truth(cond poly.Poly) poly.Poly {
	if op, _, ok := cond.Operator(); ok && syntax.Ops[op].Truth {
		return cond
	}
	var none poly.Env
	return none.Of(&syntax.Binary{Op: syntax.Ne, X: cond.Expr(), Y: &syntax.IntLit{}, Of: syntax.Int})
}

// call is E-MEM-CALL: the statements of the function. Its kernels are judged where it
// is defined.
func (w *walker) call(pat []*syntax.Binding, e *syntax.Call) {
	f := w.defs(e.Fn)
	if f == nil {
		panic(tooLong{})
	}
	for _, n := range f.Sizes {
		w.env[n.ID] = val{n: w.fixedBy(n, f, e.Args)}
	}
	args := w.atoms(e.Args)
	w.tape.results(e.Args, args)
	events := w.tape.length()
	w.bindAll(f.Params, args)
	if slices.ContainsFunc(args, func(v val) bool { return !w.inBlock(v) }) && w.given != nil {
		w.given(f)
	}
	report, late, made := w.report, len(w.late), len(w.allocs)
	w.report = nil
	outer := w.own
	w.own = len(w.allocs) + 1
	w.body(f.Body)
	w.own = outer
	if w.report = report; slices.ContainsFunc(w.late[late:], func(b int) bool { return b <= made }) && w.given != nil {
		w.given(f)
	}
	res := w.atoms(f.Body.Res)
	w.tape.results(f.Body.Res, res)
	w.tape.lent(nil, f, events)
	w.bindAll(pat, res)
}

// fixedBy is the size of the first argument whose parameter has n as that size.
func (w *walker) fixedBy(n *syntax.Binding, f *syntax.Def, args []syntax.Expr) poly.Poly {
	if k, dim, ok := f.FixedBy(n); ok {
		return w.operand(args[k]).l.Dims[dim].Size
	}
	return w.fresh(n.Name)
}
