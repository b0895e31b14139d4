package fuse

import (
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// With the option exact, a program is stuck after the pass if and only if it was stuck before, and it does not run much
// longer until it is. Each read of a removed array has to be within its bounds, and what the pass leaves out must not get
// stuck: either nothing of the array can, or all of its elements are read before anything that may run long. What is not
// proved stays. Two things are not looked at: a program that needs too much memory may need less, and sums and products of
// ints are taken to have no more digits than an int may have.

// inexact returns a refusal if a program without the arrays of a statement might not be stuck where it is now. rest
// are the statements up to the last one that reads the arrays.
func (f *fuser) inexact(l *syntax.Let, u *usage, rest []syntax.Stm, at place) *rewrite.Refusal {
	x := u.first(l)
	known := at.known.Inner()
	known.Stm(l)
	s := f.sure(u.gone)
	for _, y := range rest {
		if !s.within(y, known) {
			return rewrite.Refuse(x, "stays: it is not proved that what is read of it lies within its bounds").Because(y.GetSpan(), "it is read here")
		}
		known.Stm(y)
	}
	if s.let(l, at.known) {
		return nil
	}
	for _, y := range rest {
		if !s.prompt(y) {
			return rewrite.Refuse(x, "stays: an element may get stuck, and would do so after a loop").Because(y.GetSpan(), "the loop is here")
		}
	}
	for _, x := range l.Pat {
		if u.gone[x.ID] && !s.covered(l, x, rest, at) {
			return rewrite.Refuse(x, "stays: an element may get stuck, and it is not proved that all of them are read")
		}
	}
	return nil
}

// mayStick tells whether a statement that nothing uses has to stay.
func (f *fuser) mayStick(l *syntax.Let) bool {
	return f.exact && !f.sure(nil).let(l, f.anywhere.Inner())
}

// shapes returns the shapes of the arguments of functions, of arrays from outside, and of their rows.
func shapes(p *syntax.Program, types rewrite.Types) map[string]bool {
	are := map[string]bool{}
	add := func(t *syntax.Type) {
		for k := range t.Dims {
			are[shape(t.Dims[k:])], are[shape(t.Dims[k:k+1])] = true, true
		}
	}
	for _, d := range p.Defs() {
		for _, x := range d.Params {
			add(x.Type)
		}
	}
	for _, v := range syntax.FreeVars(p) {
		if types.IsArray(v) {
			add(types.Of(v))
		}
	}
	return are
}

// shape returns the same text for the same sizes.
func shape(dims []syntax.Expr) string {
	text := ""
	for _, n := range dims {
		text += rewrite.Key(n)
	}
	return text
}

// sure finds code that cannot get stuck.
type sure struct {
	*fuser
	ours  map[int]bool         // the arrays to be removed, and their views
	may   map[*syntax.Def]bool // by function: whether it cannot get stuck; false as long as it is looked at
	long  map[*syntax.Def]bool // by function: whether it may run long; true as long as it is looked at
	sized bool                 // the first size of an array is not negative
}

func (f *fuser) sure(ours map[int]bool) *sure {
	return &sure{fuser: f, ours: ours, may: map[*syntax.Def]bool{}, long: map[*syntax.Def]bool{}}
}

// within tells whether the reads of our arrays in a statement, and the views of them, lie within their bounds.
func (s *sure) within(stm syntax.Stm, known *rewrite.Known) bool {
	l, ok := stm.(*syntax.Let)
	if !ok {
		return true
	}
	if v, ok := syntax.Viewed(l.Exp).(*syntax.Var); ok && s.ours[v.ID] {
		s.ours[l.Pat[0].ID] = true
		return s.let(l, known)
	}
	if e, ok := l.Exp.(*syntax.Index); ok && s.ours[idOf(e.X)] {
		return s.let(l, known)
	}
	in := known.Within(l.Exp)
	for k, b := range rewrite.InnerBodies(l.Exp) {
		for _, y := range b.Stms {
			if !s.within(y, in[k]) {
				return false
			}
			in[k].Stm(y)
		}
	}
	return true
}

// body tells whether a body cannot get stuck.
func (s *sure) body(b *syntax.Body, known *rewrite.Known) bool {
	for _, y := range b.Stms {
		l, ok := y.(*syntax.Let)
		if !ok || !s.let(l, known) {
			return false
		}
		known.Stm(y)
	}
	return true
}

// let tells whether a statement cannot get stuck.
func (s *sure) let(l *syntax.Let, known *rewrite.Known) bool {
	if syntax.IsScalar(l.Exp) {
		return syntax.Total(l.Exp) && !grows(l.Exp, syntax.Pow, syntax.Shl)
	}
	switch e := l.Exp.(type) {
	case *syntax.Index:
		for k, i := range e.At {
			if !s.inBounds(i, s.types.Of(e.X).Dims[k], known) {
				return false
			}
		}
		return true
	case *syntax.Slice:
		return s.selects(e.At, s.types.Of(e.X), known)
	case *syntax.With:
		return s.selects(e.At, s.types.Of(e.X), known)
	case *syntax.Transpose, *syntax.Permute, *syntax.Reverse, *syntax.Copy, *syntax.Literal:
		return true
	case *syntax.Concat, *syntax.Iota, *syntax.Replicate:
		return s.fits(l.Pat[0].Type)
	case *syntax.Call:
		return s.call(e.Fn)
	case *syntax.Kernel:
		for _, x := range l.Pat {
			if !s.fits(x.Type) {
				return false
			}
		}
	case *syntax.Reduce, *syntax.Scan:
		if grows(e, syntax.Mul) {
			return false
		}
	case *syntax.If:
	default: // a loop may compute a number of any length
		return false
	}
	in := known.Within(l.Exp)
	for k, b := range rewrite.InnerBodies(l.Exp) {
		if !s.body(b, in[k]) {
			return false
		}
	}
	return true
}

// grows tells whether an expression has one of some operators on ints.
func grows(e syntax.Node, ops ...syntax.Op) (found bool) {
	syntax.Walk(e, func(n syntax.Node) bool {
		b, ok := n.(*syntax.Binary)
		found = found || ok && b.Of != syntax.F64 && slices.Contains(ops, b.Op)
		return !found
	})
	return found
}

// fits tells whether an array has the shape of an array that is there anyway, or is small. An array with a negative size,
// or one that is too large for any memory, is stuck, even if nobody reads it.
func (s *sure) fits(t *syntax.Type) bool {
	const most = 1 << 20
	if s.shapes[shape(t.Dims)] {
		return true
	}
	all := int64(1)
	for _, n := range t.Dims {
		k, ok := n.(*syntax.IntLit)
		if !ok {
			return false
		}
		size, small := k.Val.Int64()
		if !small || size < 0 || size > most {
			return false
		}
		if all *= max(1, size); all > most {
			return false
		}
	}
	return true
}

// prompt tells whether code has no loop, also in the functions that it calls.
func (s *sure) prompt(n syntax.Node) bool {
	ok := true
	syntax.Walk(n, func(n syntax.Node) bool {
		switch e := n.(type) {
		case *syntax.Loop:
			ok = false
		case *syntax.Call:
			d := s.function(e.Fn)
			if d == nil {
				ok = false
				break
			}
			if _, seen := s.long[d]; !seen {
				s.long[d] = true
				s.long[d] = !s.prompt(d.Body)
			}
			ok = ok && !s.long[d]
		}
		return ok
	})
	return ok
}

// inBounds tells whether 1 <= i <= n is known.
func (s *sure) inBounds(i, n syntax.Expr, known *rewrite.Known) bool {
	return known.AtLeast(i, 1) && known.AtLeast(minus(n, i), 0)
}

// selects tells whether a slice, or the slice that is updated, is known to exist. Ranges have to begin at 1.
func (s *sure) selects(at []syntax.Ix, t *syntax.Type, known *rewrite.Known) bool {
	for k, ix := range at {
		switch ix.Kind {
		case syntax.IxFix:
			if !s.inBounds(ix.Off, t.Dims[k], known) {
				return false
			}
		case syntax.IxRange:
			if ix.Stride != nil || !s.same(known, ix.Off, lmad.Const(1)) || !known.AtLeast(ix.Size, 0) || !known.AtLeast(minus(t.Dims[k], ix.Size), 0) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func (s *sure) same(known *rewrite.Known, x, y syntax.Expr) bool {
	return poly.Compare(known.Of(x), known.Of(y)) == poly.Equal
}

// call tells whether a function cannot get stuck, whatever it is given.
func (s *sure) call(name string) bool {
	d := s.function(name)
	if d == nil {
		return false
	}
	if ok, seen := s.may[d]; seen {
		return ok
	}
	s.may[d] = false
	s.types.Learn(d)
	known := s.anywhere.Inner()
	known.Bind(d.Params...)
	s.may[d] = s.body(d.Body, known)
	return s.may[d]
}

// covered tells whether all elements of a kernel's result are read, so that what gets stuck in it still does. Apart
// from the innermost kernel of its rows nothing may get stuck, because rows may have no elements. A negative size is stuck:
// only that of the outermost dimension may be one, and only if a kernel with the same bound reads the array.
func (s *sure) covered(l *syntax.Let, x *syntax.Binding, rest []syntax.Stm, at place) bool {
	e, ok := l.Exp.(*syntax.Kernel)
	if !ok {
		return false
	}
	for k, n := range x.Type.Dims {
		if sized := at.known.AtLeast(n, 0); k == 0 {
			s.sized = sized
		} else if !sized {
			return false
		}
	}
	return s.innermost(e, slices.Index(l.Pat, x), len(x.Type.Dims), at.known) && s.reads(rest, x.ID, nil, x.Type.Dims, at.env)
}

// innermost tells whether what may get stuck in a kernel is what its innermost kernel computes for the result k, of
// the given rank.
func (s *sure) innermost(e *syntax.Kernel, k, rank int, known *rewrite.Known) bool {
	in := known.Within(e)[0]
	need := map[int]bool{idOf(e.Body.Res[k]): true}
	var row *syntax.Let
	for _, y := range slices.Backward(e.Body.Stms) {
		l, ok := y.(*syntax.Let)
		if ok && slices.ContainsFunc(l.Pat, func(z *syntax.Binding) bool { return need[z.ID] }) {
			if rank > 1 {
				row = l
				continue
			}
			for _, v := range syntax.FreeVars(l) {
				need[v.ID] = true
			}
			continue
		}
		if !ok || !s.let(l, in) {
			return false
		}
	}
	if rank == 1 {
		return true
	}
	if row == nil {
		return false
	}
	inner, ok := row.Exp.(*syntax.Kernel)
	return ok && len(row.Pat) == 1 && s.innermost(inner, 0, rank-1, in)
}

// reads tells whether statements read all elements x[prefix, i, …] of an array, where dims are the sizes of the
// dimensions after the prefix.
func (s *sure) reads(stms []syntax.Stm, x int, prefix []int, dims []syntax.Expr, env *poly.Env) bool {
	env = env.Clone()
	for k, y := range stms {
		define(env, y)
		l, ok := y.(*syntax.Let)
		if !ok {
			continue
		}
		switch e := l.Exp.(type) {
		case *syntax.Index:
			if idOf(e.X) == x && len(dims) == 0 && slices.EqualFunc(e.At, prefix, func(i syntax.Expr, p int) bool { return idOf(i) == p }) {
				return true
			}
		case *syntax.Slice:
			if idOf(e.X) == x && len(dims) > 0 && (len(prefix) > 0 || s.sized) && s.isRow(e, prefix, dims, env) && s.row().reads(stms[k+1:], l.Pat[0].ID, nil, dims, env) {
				return true
			}
		case *syntax.Reduce, *syntax.Scan:
			if len(prefix) == 0 && len(dims) == 1 && s.sized && slices.ContainsFunc(syntax.FoldOf(e).Xs, func(v syntax.Expr) bool { return idOf(v) == x }) {
				return true
			}
		case *syntax.Kernel:
			if len(dims) > 0 && poly.Compare(env.Of(e.Index[0].N), env.Of(dims[0])) == poly.Equal &&
				s.reads(e.Body.Stms, x, append(slices.Clip(prefix), e.Index[0].X.ID), dims[1:], env) {
				return true
			}
		}
	}
	return false
}

// row is for the rows of an array, whose sizes are known not to be negative.
func (s *sure) row() *sure {
	c := *s
	c.sized = true
	return &c
}

// isRow tells whether a slice is x[prefix, 1:dims, …].
func (s *sure) isRow(e *syntax.Slice, prefix []int, dims []syntax.Expr, env *poly.Env) bool {
	if len(e.At) != len(prefix)+len(dims) {
		return false
	}
	for k, ix := range e.At {
		switch {
		case k < len(prefix):
			if ix.Kind != syntax.IxFix || idOf(ix.Off) != prefix[k] {
				return false
			}
		case ix.Kind != syntax.IxRange || ix.Stride != nil ||
			poly.Compare(env.Of(ix.Off), number(1)) != poly.Equal || poly.Compare(env.Of(ix.Size), env.Of(dims[k-len(prefix)])) != poly.Equal:
			return false
		}
	}
	return true
}
