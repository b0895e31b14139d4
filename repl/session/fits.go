package session

import (
	"slices"
	"strings"

	"funmem/eval/data"
	"funmem/eval/value"
	"funmem/futhark/tofunmem"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// ForEntry returns an input as an entry point takes it: whole numbers without a type become reals if it wants reals, as
// in Futhark's programs. The entry point may be nil.
func ForEntry(e *tofunmem.Entry, name string, v data.Typed) data.Typed {
	if e == nil || v.Rows != nil || v.Type != "" || v.Elem() != syntax.Int {
		return v
	}
	k := slices.IndexFunc(e.Params, func(p *tofunmem.Param) bool { return p.Name == name })
	if k < 0 || e.Params[k].Elem[0] != 'f' {
		return v
	}
	real := func(x num.Num) num.Num { return num.OfReal(new(num.Reals).OfInt(x)) }
	if v.A == nil {
		v.Val = value.Number(real(v.I))
		return v
	}
	a := value.NewArray(syntax.F64, v.A.Shape)
	for k := range a.Elems.Len() {
		a.Elems.Set(k, real(v.A.Elems.At(k)))
	}
	v.Val = value.Val{A: a}
	return v
}

// InputFits returns an error for an input that Futhark would not accept for a parameter: it has another rank or rows of
// different sizes, names another type, or holds a number that the type does not have.
func InputFits(p *tofunmem.Param, v data.Typed) error {
	n, isReal, wants := len(v.Shape()), v.Elem() == syntax.F64, p.Elem[0] == 'f'
	switch {
	case v.Rows != nil:
		return diag.Usagef("the rows of the input `%s` differ in size, and the entry point takes %s", p.Name, p)
	case n != p.Rank:
		return diag.Usagef("the input `%s` has %s, and the entry point takes %s", p.Name, diag.Count(n, "dimension"), p)
	case isReal && !wants:
		return diag.Usagef("the input `%s` is of reals, and the entry point takes %s", p.Name, p)
	case !isReal && wants && v.Type == "": // it was bound before
		return diag.Usagef("the input `%s` is of ints, and the entry point takes %s", p.Name, p).Helpf("write 1.0 for 1, or give it with the call")
	case v.A != nil && v.A.Elems.Len() == 0 && isReal == wants: // counterexamples name all types int or f64
		return nil
	case v.Type != "" && v.Type != string(p.Elem):
		return otherType(p, v)
	case wants:
		return nil
	}
	low, high := p.Range()
	outside := func(x num.Num) bool { return x.Cmp(low) < 0 || high.Cmp(x) < 0 }
	if v.A == nil {
		if outside(v.I) {
			return notOf(p, p.Name, v.I)
		}
		return nil
	}
	for k := range v.A.Elems.Len() {
		if x := v.A.Elems.At(k); outside(x) {
			return notOf(p, p.Name+data.Index(v.A.Shape, k), x)
		}
	}
	return nil
}

// otherType is the error about an input that names another type than a parameter has.
func otherType(p *tofunmem.Param, v data.Typed) error {
	if v.A != nil {
		return diag.Usagef("the input `%s` is of %ss, and the entry point takes %s", p.Name, v.Type, p).
			Helpf("write the numbers without a type, or with %s; in NumPy `x.astype('%s')` makes them", p.Elem, numpy(p))
	}
	x := value.Format(v.Val, 0)
	d := diag.Usagef("the input `%s` is %s, of type %s, and the entry point takes %s", p.Name, x, v.Type, p)
	if p.Elem == "bool" {
		return d.Helpf("write true or false")
	}
	return d.Helpf("write %s, or %s%s", x, x, p.Elem)
}

// numpy is the type of a parameter's elements in NumPy.
func numpy(p *tofunmem.Param) string {
	return strings.NewReplacer("i", "int", "u", "uint", "f", "float").Replace(string(p.Elem))
}

// notOf is the error about a number that a parameter's type does not have; what is the parameter or an element of it.
func notOf(p *tofunmem.Param, what string, x num.Num) error {
	low, high := p.Range()
	d := diag.Usagef("the input `%s` is %s, which is no %s", what, x, p.Elem)
	if p.Rank > 0 {
		d = diag.Usagef("the input `%s` is %s, which is no %s, and the entry point takes %s", what, x, p.Elem, p)
	}
	if y, ok := p.SameBits(x); ok {
		return d.Helpf("%s goes from %s to %s, and has the same bits in %s", p.Elem, low, high, y)
	}
	return d.Helpf("%s goes from %s to %s", p.Elem, low, high)
}
