package tofunmem

import (
	"funmem/semantics/futhark"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// accumulator is what a certificate stands for: the array, and how values are combined. A variable
// of an accumulator's type is the array: what is written to it stands in the order of the
// program, and parallel operations that write to it run their threads one after the other.
type accumulator struct {
	typ  *syntax.Type
	rank int // of its indices
	op   *futhark.Lambda
}

// accOf is the accumulator of a certificate.
func (f *function) accOf(t *futhark.Type) *accumulator {
	a := f.accs[t.Cert.Tag]
	if a == nil {
		f.fail(t.Span, "`%s` is the certificate of no accumulator", t.Cert)
	}
	return a
}

// withAcc makes arrays accumulators for a lambda, and gives them back.
func (f *function) withAcc(s *futhark.Stm, e *futhark.WithAcc) {
	n := len(e.Inputs)
	for k, in := range e.Inputs {
		if len(in.Arrays) != 1 {
			f.fail(s.Span, "an accumulator of several arrays at once is not known")
		}
		x, t := f.array(in.Arrays[0])
		f.accs[e.Fn.Params[k].Tag] = &accumulator{t, len(in.Shape), in.Op}
		p := e.Fn.Params[n+k]
		v := f.bind(&p.Name, p.Type)
		v.typ, v.is = t, x
	}
	f.statements(e.Fn.Body.Stms)
	f.at = s.Span
	for k, p := range s.Pat {
		r := e.Fn.Body.Res[k]
		f.rebind(s, &p.Name, p.Type, f.atom(r), f.typeOf(r))
	}
}

// updateAcc combines the element at an index with a value. Out of bounds nothing happens.
func (f *function) updateAcc(s *futhark.Stm, e *futhark.UpdateAcc) {
	x, t := f.array(e.Acc)
	acc := f.accOf(s.Pat[0].Type)
	var ix []syntax.Ix
	for _, a := range e.At {
		ix = append(ix, syntax.Ix{Span: a.Span, Kind: syntax.IxFix, Off: f.plus1(f.atom(a))})
	}
	inside := f.inside(ix, t.Dims)
	for k := len(ix); k < len(t.Dims); k++ {
		ix = append(ix, syntax.Ix{Span: s.Span, Kind: syntax.IxRange, Off: one(), Size: t.Dims[k]})
	}
	p := f.params(s.Pat)
	f.emit(p, &syntax.If{Span: s.Span, Cond: inside, Then: f.within(func() []syntax.Expr {
		value := f.atom(e.Values[0])
		if acc.op != nil {
			var old syntax.Expr
			if acc.rank == len(t.Dims) {
				old = f.let("old", &syntax.Type{Elem: t.Elem}, &syntax.Index{Span: s.Span, X: x, At: offsOf(ix)})
			} else {
				l := lmad.Slice(t.Mem.L, ix)
				old = f.let("old", moved(t, sizesOf(l), l), &syntax.Slice{Span: s.Span, X: x, At: ix})
			}
			var args []syntax.Expr
			for _, a := range e.At {
				args = append(args, f.atom(a))
			}
			value = f.applied(acc.op, append(args, old, value))[0]
		}
		return []syntax.Expr{f.let(p[0].Name, t, &syntax.With{Span: s.Span, X: x, At: ix, V: value})}
	}), Else: &syntax.Body{Span: s.Span, Res: []syntax.Expr{x}}})
}

// applied is what a lambda gives for arguments: its statements, in their place.
func (f *function) applied(l *futhark.Lambda, args []syntax.Expr) (res []syntax.Expr) {
	params := f.operands(l)
	for k, x := range f.placed(params, args) {
		f.stands(params[k], x)
	}
	at := f.at
	f.statements(l.Body.Stms)
	f.at = at
	for _, r := range l.Body.Res {
		res = append(res, f.atom(r))
	}
	return res
}
