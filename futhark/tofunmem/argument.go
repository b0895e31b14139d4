package tofunmem

import (
	"slices"
	"strconv"
	"strings"

	"funmem/futhark"
	"funmem/semantics/num"
)

// DefName returns the name of the def of an entry point.
func (e *Entry) DefName() string { return e.def.Name }

// Param returns the parameter of an entry point that is parameter k of its def. It returns nil for a block or a size,
// which have no name in the source program.
func (e *Entry) Param(k int) *Param {
	if k >= len(e.def.Params) {
		return nil
	}
	j := slices.IndexFunc(e.Params, func(p *Param) bool { return p.to.ID == e.def.Params[k].ID })
	if j < 0 {
		return nil
	}
	return e.Params[j]
}

// Fit brings a number to the type of the parameter's elements, as the def takes it. An unsigned number becomes the
// signed number with the same bits.
func (p *Param) Fit(x num.Num) num.Num { return fit(p.Elem, x) }

// fit brings a number to a type, in its inner form.
func fit(p futhark.Prim, x num.Num) num.Num {
	n := bits(p)
	switch {
	case p == "unit":
		return num.Of(0)
	case p == "bool":
		return x.Wrap(1, false)
	case !x.IsReal():
		return x.Wrap(n, true)
	case n < 64:
		return num.OfReal(new(num.Reals).Float(n, x.Real()))
	}
	return x
}

// Range returns the least and the greatest whole number of the parameter's type.
func (p *Param) Range() (low, high num.Num) {
	switch {
	case p.Elem == "bool":
		return num.Of(0), num.Of(1)
	case p.Elem == "unit":
		return num.Of(0), num.Of(0)
	}
	half := num.Of(int64(uint64(1)<<(bits(p.Elem)-1) - 1))
	if p.Elem[0] == 'u' {
		return num.Of(0), half.Add(half).Add(num.Of(1))
	}
	return num.Of(-1).Sub(half), half
}

// SameBits returns the number of the parameter's type with the same bits as x, which is out of its range. The bits of x
// are those of the signed or unsigned type of the same width. ok tells whether there is such a number.
func (p *Param) SameBits(x num.Num) (y num.Num, ok bool) {
	if p.Elem[0] != 'i' && p.Elem[0] != 'u' {
		return x, false
	}
	n := bits(p.Elem)
	other := &Param{Elem: p.Elem}
	if p.Elem[0] == 'i' {
		other.Elem = "u" + p.Elem[1:]
	} else {
		other.Elem = "i" + p.Elem[1:]
	}
	low, high := other.Range()
	return x.Wrap(n, p.Elem[0] == 'i'), low.Cmp(x) <= 0 && x.Cmp(high) <= 0
}

// Sample returns a value of the parameter's type, as Futhark writes it: 2 elements in each dimension whose size is not
// a number.
func (p *Param) Sample() string {
	text := map[byte]string{'b': "true", 'f': "1.0" + string(p.Elem), 'u': "()"}[p.Elem[0]]
	if bits(p.Elem) > 0 && p.Elem[0] != 'f' {
		text = "1"
	}
	for _, size := range slices.Backward(p.Sizes) {
		n, err := strconv.Atoi(size)
		if err != nil {
			n = 2
		}
		text = "[" + strings.Repeat(text+",", max(0, n-1)) + text + "]"
	}
	return text
}
