package flatten

import (
	"slices"
	"strconv"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// updated is let z = x with [at, …] = v as the kernel that it is by definition: an element of it is that of v, or of x. That the
// part is within x is found out before. A flat part is written by a loop of one round, which changes the flat data in place.
func (l *lifter) updated(s *syntax.Let, e *syntax.With) []syntax.Stm {
	z := s.Pat[0]
	lead := l.lead(z.Type.Dims)
	if slices.ContainsFunc(e.At[:lead], func(i syntax.Ix) bool { return i.Kind == syntax.IxFlat }) {
		return l.updatedOnce(s, e)
	}
	b := &syntax.Body{}
	l.probe(b, s.Span, e.X, e.At, lead)
	return append(b.Stms, l.nested(s, lead, func(at []syntax.Expr) *syntax.Body { return l.changed(s, e, at) })...)
}

// probe adds statements that are stuck where x[at, …] is not within x. They read no element of x, which may be undefined.
func (l *lifter) probe(b *syntax.Body, at diag.Span, x syntax.Expr, ix []syntax.Ix, lead int) {
	t := l.typeOf(x)
	if p, ok := part(at, x, ix).(*syntax.Slice); ok {
		var dims []syntax.Expr
		for _, i := range ix {
			switch i.Kind {
			case syntax.IxRange:
				dims = append(dims, i.Size)
			case syntax.IxFlat:
				for _, d := range i.Dims {
					dims = append(dims, d.Size)
				}
			}
		}
		add(l, b, at, "part", arrayType(t.Elem, dims...), p)
		return
	}
	for k, i := range ix[:lead] {
		in := add(l, b, at, "inside", intType(), inside(i.Off, t.Dims[k]))
		check := outOfBounds(at, in, l.written(x), k, i.Off, t.Dims[k])
		l.bounds[check] = true
		b.Stms = append(b.Stms, check)
	}
}

// written is what messages call an array.
func (l *lifter) written(x syntax.Expr) string {
	if v := l.variable(x); v != nil {
		return v.b.Written()
	}
	return x.(*syntax.Var).Name
}

// inside tells whether an index is between 1 and a size.
func inside(e, size syntax.Expr) syntax.Expr {
	return times(&syntax.Binary{Op: syntax.Le, X: constant(1), Y: e}, &syntax.Binary{Op: syntax.Le, X: e, Y: size})
}

// outOfBounds is the check that an index is inside.
func outOfBounds(at diag.Span, in syntax.Expr, name string, k int, e, size syntax.Expr) *syntax.Check {
	return &syntax.Check{Span: at, X: in, Y: constant(1), Says: &syntax.Assertion{Parts: []syntax.AssertionPart{
		{Text: "index "}, {X: e}, {Text: " is out of bounds: dimension " + strconv.Itoa(k+1) + " of `" + name + "` has size "}, {X: size}}}}
}

// changed is a part of x with [at, …] = v, at some first indices js.
func (l *lifter) changed(s *syntax.Let, e *syntax.With, js []syntax.Expr) *syntax.Body {
	b := &syntax.Body{Span: s.Span}
	var hit syntax.Expr = constant(1)
	var ps []syntax.Expr // where it is in v
	for k, i := range e.At[:len(js)] {
		if i.Kind == syntax.IxFix {
			hit = times(hit, &syntax.Binary{Span: s.Span, Op: syntax.Eq, X: js[k], Y: i.Off})
			continue
		}
		from := minus(js[k], i.Off)
		if i.Stride != nil {
			hit = times(hit, &syntax.Binary{Span: s.Span, Op: syntax.Eq, X: &syntax.Binary{Span: s.Span, Op: syntax.Mod, X: from, Y: i.Stride}, Y: constant(0)})
			from = &syntax.Binary{Span: s.Span, Op: syntax.Div, X: from, Y: i.Stride}
		}
		p := add(l, b, s.Span, "p", intType(), plus(from, constant(1)))
		ps = append(ps, p)
		hit = times(hit, inside(p, i.Size))
	}
	then := &syntax.Body{Span: s.Span}
	rest := e.At[len(js):]
	v := e.V
	if len(ps) > 0 {
		v = l.read(then, s.Span, e.V, ps)
	} else if len(rest) == 0 {
		l.after(then, l.number(s.Span, e.V))
		v = then.Res[0]
	}
	if l.careful && len(ps) > 0 && len(rest) > 0 && areFixed(rest) { // v is an array of one number
		last := len(rest) - 1
		rest = append(rest[:last:last], syntax.Ix{Kind: syntax.IxRange, Off: rest[last].Off, Size: constant(1)})
	}
	if !l.areWhole(rest, l.typeOf(e.X).Dims[len(js):]) {
		old := l.read(then, s.Span, e.X, js)
		t := l.typeOf(e.X)
		v = add(l, then, s.Span, s.Pat[0].Name, arrayType(t.Elem, t.Dims[len(js):]...), &syntax.With{Span: s.Span, X: old, At: rest, V: v})
	}
	then.Res = []syntax.Expr{v}
	return l.either(b, s, add(l, b, s.Span, "hit", intType(), hit), then, l.reading(s.Span, e.X, js), len(js))
}

// areWhole tells whether indices keep dimensions of the given sizes whole.
func (l *lifter) areWhole(ix []syntax.Ix, dims []syntax.Expr) bool {
	for k, i := range ix {
		if i.Kind != syntax.IxRange || i.Stride != nil || !isConstant(l.settled(i.Off), 1) || !l.same(i.Size, dims[k]) {
			return false
		}
	}
	return true
}

// updatedOnce is an update as a loop of one round.
func (l *lifter) updatedOnce(s *syntax.Let, e *syntax.With) []syntax.Stm {
	z := s.Pat[0]
	x, next, r := l.like(z, z.Type), l.like(z, z.Type), l.binding(s.Span, "r", nil)
	b := &syntax.Body{Span: s.Span, Res: []syntax.Expr{next.Use()}, Stms: []syntax.Stm{
		&syntax.Let{Span: s.Span, Pat: []*syntax.Binding{next}, Exp: &syntax.With{Span: e.Span, X: x.Use(), At: e.At, V: e.V}}}}
	return []syntax.Stm{&syntax.Let{Span: s.Span, Pat: s.Pat, Exp: &syntax.Loop{Span: s.Span, Params: []*syntax.Binding{x}, Init: []syntax.Expr{e.X},
		For: &syntax.Bound{X: r, N: constant(1)}, Body: b}}}
}
