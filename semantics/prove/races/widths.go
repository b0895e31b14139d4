package races

import (
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/prove"
	"funmem/semantics/syntax"
)

// The bounds on the question whether an int fits a width. Most that fit are shown at once.
const (
	fitTests = 4
	fitSteps = 1024
)

// smallWidth is the greatest width whose limits are numbers that a proof reckons with.
const smallWidth = 31

// sizesFit notes the greatest int of 64 bits, which has no number: what is shown holds for each one that is as great as one of 31 bits. Sizes from outside are at
// most that.
func (w *walker) sizesFit(xs []*syntax.Binding) {
	w.widest = w.fresh("2**63 - 1")
	w.facts.AtMost(greatest(smallWidth), w.widest)
	for _, x := range xs {
		if !x.Type.IsArray() {
			continue
		}
		for _, d := range w.env[x.ID].l.Dims {
			if _, ok := d.Size.Variable(); ok {
				w.facts.AtMost(d.Size, w.widest)
			}
		}
	}
}

// greatest is the greatest int of so many bits besides the sign.
func greatest(bits uint) poly.Poly { return poly.Int(num.Of(1<<bits - 1)) }

// limits are the least and the greatest int of a width, or ints between them. It is not ok if nothing is said of sizes, which hardly ever fit 64 bits then.
func (w *walker) limits(op syntax.Op) (lo, hi poly.Poly, ok bool) {
	bits := syntax.Ops[op].Bits
	if op.Signed() {
		bits--
	}
	switch {
	case bits <= smallWidth:
		hi = greatest(bits)
	case bits >= 63:
		hi = w.widest
	default:
		hi = greatest(smallWidth)
	}
	if op.Signed() {
		lo = hi.Neg().Sub(one)
	}
	return lo, hi, !hi.IsZero()
}

// unwrapped is p without the operators that wrap ints to a width which these are known to fit: they give the same ints.
func (w *walker) unwrapped(p poly.Poly) poly.Poly {
	if w.trace != nil || !wraps(p) {
		return p
	}
	known := true
	q := p.Abstract(func(op syntax.Op, args []poly.Poly) poly.Poly {
		switch {
		case op == syntax.NumOps:
			known = false
			return poly.Poly{}
		case op.Wraps() && w.fitsIn(op, args[0]):
			return args[0]
		}
		return poly.Apply(op, args...)
	})
	if !known {
		return p
	}
	return q
}

// wraps tells whether a polynomial has an operator that wraps.
func wraps(p poly.Poly) (does bool) {
	p.Abstract(func(op syntax.Op, args []poly.Poly) poly.Poly {
		does = does || op.Wraps()
		return poly.Poly{}
	})
	return does
}

// fitsIn tells whether an int is known to be one of those that an operator leaves as they are.
func (w *walker) fitsIn(op syntax.Op, p poly.Poly) bool {
	lo, hi, ok := w.limits(op)
	y := w.syms.Attempt().Limited(fitTests).Brief(fitSteps) // what is not known stays open for nobody
	return ok && w.ask() && w.atLeast(y, p, lo) && w.atLeast(y, hi, p)
}

func (w *walker) atLeast(y *prove.Symbols, p, q poly.Poly) bool {
	d := p.Sub(q)
	if k, ok := d.Const(); ok {
		return k.Sign() >= 0
	}
	return w.facts.Says(d) || w.facts.Proves(y, d)
}
