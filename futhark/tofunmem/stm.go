package tofunmem

import (
	"slices"
	"strings"

	"funmem/futhark"
	"funmem/semantics/lmad"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// statements translates the statements of a body in order.
func (f *function) statements(b *futhark.Body) {
	for _, s := range f.late.Stms(b) {
		f.until.Ask()
		f.at, f.main = s.Span, mainOf(s)
		f.unit.Starts = append(f.unit.Starts, s.Span.Start)
		f.statement(s)
	}
}

// mainOf returns the first array that a statement binds, except arrays of certificates. If there is none, it returns
// the last other name.
func mainOf(s *futhark.Stm) *futhark.Name {
	for _, p := range s.Pat {
		if p.Type.Kind == futhark.ArrayType && !nothing(p.Type) {
			return &p.Name
		}
	}
	for _, p := range slices.Backward(s.Pat) {
		if !nothing(p.Type) || p == s.Pat[0] {
			return &p.Name
		}
	}
	return nil
}

// statement translates a statement. It drops one that makes only certificates, unless it is an assertion or contains
// statements.
func (f *function) statement(s *futhark.Stm) {
	switch s.Exp.(type) {
	case *futhark.Sub, *futhark.Replicate, *futhark.Copy, *futhark.Manifest, *futhark.Rearrange, *futhark.Reshape, *futhark.IndexExp, *futhark.Update,
		*futhark.Concat, *futhark.Literal, *futhark.Scratch:
		if nothing(s.Pat[0].Type) {
			f.params(s.Pat)
			return
		}
	}
	switch e := s.Exp.(type) {
	case *futhark.Op:
		f.define(s, f.operation(e))
	case *futhark.Conv:
		f.define(s, f.conversion(e))
	case *futhark.GetSize:
		f.define(s, f.getSize(e))
	case *futhark.UserParam:
		f.define(s, f.userParam(e))
	case *futhark.CmpSize:
		f.define(s, f.cmpSize(e))
	case *futhark.CalcNumGroups:
		f.define(s, f.calcNumGroups(e))
	case *futhark.Alloc:
		f.alloc(s, e)
	case *futhark.Assert:
		f.assert(s, e)
	case *futhark.Sub:
		f.sub(s, e)
	case *futhark.EnsureDirect:
		f.ensureDirect(s, e)
	case *futhark.If:
		f.branch(s, e)
	case *futhark.Match:
		f.match(s, e)
	case *futhark.Loop:
		f.loop(s, e)
	case *futhark.Apply:
		f.apply(s, e)
	case *futhark.GPUBody:
		f.device(s, e)
	case *futhark.WithAcc:
		f.withAcc(s, e)
	case *futhark.UpdateAcc:
		f.updateAcc(s, e)
	case *futhark.SegOp:
		f.seg(s, e)
	case *futhark.Par:
		f.seg(s, f.version(s, e))
	default:
		f.arrayStm(s)
	}
}

// define binds the one name of a statement to a number.
func (f *function) define(s *futhark.Stm, e syntax.Expr) {
	p := f.params(s.Pat)
	f.defs[s.Pat[0].Tag] = s.Exp
	if len(p) == 1 {
		f.emit(p, e)
	}
}

// alloc allocates as many locations as the bytes have.
func (f *function) alloc(s *futhark.Stm, e *futhark.Alloc) {
	n := f.units.of(f.fun, s.Pat[0].Tag)
	size := f.atom(e.Bytes)
	if n > 1 {
		size = f.divided(e.Bytes, n)
		f.rest(s.Pat[0], e.Bytes, int64(n))
	}
	p := f.params(s.Pat)
	if regs := f.lookup(&s.Pat[0].Name).regs; regs != nil { // compiled code has an array of registers, whatever the bytes
		size = regs
	}
	if f.units.perThread(f.fun, s.Pat[0].Tag) && f.group != nil {
		size = lmad.Simplify(bin(syntax.Mul, size, f.group))
	}
	f.blocks[p[0].ID].own = true
	f.emit(p, &syntax.Alloc{Span: s.Span, N: size})
}

// rest notes how many bytes of a block do not fill a location, if the number of bytes is a constant.
func (f *function) rest(p *futhark.Param, a *futhark.Atom, n int64) {
	if a.Var != nil {
		return
	}
	if k, err := num.Parse(a.Const.Text); err == nil {
		if v, ok := k.Int64(); ok && v > 0 && v%n > 0 {
			f.unit.Rest[f.text(&p.Name)] = v % n
		}
	}
}

// divided returns a number of bytes in locations of n bytes. If the computation of the
// number shows the factor n, the result is what remains without it, and otherwise a
// quotient.
func (f *function) divided(a *futhark.Atom, n int) syntax.Expr {
	if e := f.quotient(a, int64(n)); e != nil {
		return e
	}
	return bin(syntax.Div, f.atom(a), lmad.Const(n))
}

// quotient returns a number divided by n if the way it is computed shows that the division is exact, or nil.
func (f *function) quotient(a *futhark.Atom, n int64) syntax.Expr {
	if a.Var == nil {
		if k, err := num.Parse(a.Const.Text); err == nil {
			if v, ok := k.Int64(); ok && v%n == 0 {
				return &syntax.IntLit{Span: a.Span, Val: num.Of(v / n)}
			}
		}
		return nil
	}
	e, ok := f.defs[a.Var.Tag].(*futhark.Op)
	if !ok || len(e.Args) != 2 {
		return nil
	}
	x, y := e.Args[0], e.Args[1]
	switch {
	case strings.HasPrefix(e.Name, "mul"):
		if q := f.quotient(x, n); q != nil {
			return lmad.Simplify(bin(syntax.Mul, q, f.atom(y)))
		}
		if q := f.quotient(y, n); q != nil {
			return lmad.Simplify(bin(syntax.Mul, f.atom(x), q))
		}
	case strings.HasPrefix(e.Name, "add"), strings.HasPrefix(e.Name, "smax"):
		op := syntax.Add
		if e.Name[0] == 's' {
			op = syntax.Max
		}
		if p, q := f.quotient(x, n), f.quotient(y, n); p != nil && q != nil {
			return lmad.Simplify(bin(op, p, q))
		}
	}
	return nil
}

// assert adds a check that the condition holds. Its certificate has no counterpart in FUNMEM: statements are evaluated
// in order.
func (f *function) assert(s *futhark.Stm, e *futhark.Assert) {
	f.params(s.Pat)
	says := &syntax.Assertion{At: e.At, Idle: !f.needs(s.Pat)}
	for _, p := range e.Msg {
		part := syntax.AssertionPart{Text: p.Text, Bool: p.Type == "bool"}
		if p.X != nil {
			part.X = f.atom(p.X)
		}
		says.Parts = append(says.Parts, part)
	}
	f.stms = append(f.stms, &syntax.Check{Span: s.Span, X: f.atom(e.Cond), Y: one(), Why: "the assertion of " + e.At + ": " + inNames(says.Parts), Says: says})
}

// inNames returns the text of an assertion with the names of values in braces.
func inNames(parts []syntax.AssertionPart) string {
	var b strings.Builder
	for _, p := range parts {
		switch x := p.X.(type) {
		case nil:
			b.WriteString(p.Text)
		case *syntax.Var:
			b.WriteString("{" + baseOf(x.Name) + "}")
		default:
			b.WriteString(syntax.Line(x))
		}
	}
	return b.String()
}

// needs tells whether something needs the certificate that an assertion binds.
func (f *function) needs(pat []*futhark.Param) bool {
	if f.certified == nil && f.fun != nil {
		f.certified = futhark.Certified(f.fun.Body)
	}
	return f.fun == nil || len(pat) > 0 && f.certified[pat[0].Tag]
}

// sub translates another name for a value.
func (f *function) sub(s *futhark.Stm, e *futhark.Sub) {
	p := s.Pat[0]
	f.rebind(s, &p.Name, p.Type, f.atom(e.X), f.typeOf(e.X))
	if p.Type.Kind == futhark.AccType {
		f.lookup(&p.Name).rest = f.lookup(e.X.Var).rest
	}
}

// rebind gives a value another name. An array is claimed to lie where the name's type says.
func (f *function) rebind(s *futhark.Stm, n *futhark.Name, t *futhark.Type, x syntax.Expr, is *syntax.Type) {
	v := f.bind(n, t)
	switch v.typ = f.typ(t, nil); {
	case v.typ == nil:
	case v.typ.Mem == nil && v.typ.Elem != syntax.Mem:
		f.emit([]*syntax.Binding{v.binding()}, x)
	case v.typ.Mem == nil:
		v.is = x
	case is != nil && f.same(is, v.typ):
		v.is, v.typ = x, is
	default:
		f.emit([]*syntax.Binding{v.binding()}, &syntax.Claim{Span: f.annotation(v.typ), X: x})
	}
}
