package value

import (
	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// part is a value inside an array: the elements of v_k lie next to each other.
type part struct {
	elems *num.Vec
	from  int
	shape []int
}

// whole returns the whole array as a part.
func (a *Array) whole() part { return part{a.Elems, 0, a.Shape} }

// v is v_k of [v₁, …, v_m].
func (p part) v(k int) part {
	n, _ := machine.Count(p.shape[1:])
	return part{p.elems, p.from + (k-1)*n, p.shape[1:]}
}

// out is an array that is being written, element by element.
type out struct {
	*Array
	n      int
	budget *engine.Budget // checked now and then, because copying may take long
}

const pollEvery = 1 << 15 // elements

func newOut(elem syntax.Elem, shape []int, b *engine.Budget) *out {
	return &out{MakeArray(elem, shape, b), 0, b}
}

// put writes the next element.
func (o *out) put(x num.Num) {
	o.Elems.Set(o.n, x)
	o.wrote(1)
}

// wrote notes that k elements more are written, up to the next check.
func (o *out) wrote(k int) {
	if o.n += k; o.n%pollEvery == 0 {
		if err := o.budget.Poll(); err != nil {
			panic(err)
		}
	}
}

// all writes all elements of v.
func (o *out) all(v part) {
	n, _ := machine.Count(v.shape)
	for i := 0; i < n; {
		k := min(n-i, pollEvery-o.n%pollEvery)
		o.Elems.Copy(o.n, v.elems, v.from+i, k)
		i += k
		o.wrote(k)
	}
}

// Index is index(v, k₁, …, k_n) for an array of rank n (Fig. 5). The indices must be in bounds.
func Index(v *Array, k ...int) num.Num {
	e := index(v.whole(), k)
	return e.elems.At(e.from)
}

// index (Fig. 5):
//
//	index(v, •)                     = v
//	index([v₁, …, v_m], k₁, …, k_n) = index(v_{k₁}, k₂, …, k_n)
func index(v part, k []int) part {
	if len(k) == 0 {
		return v
	}
	return index(v.v(k[0]), k[1:])
}

// Slice is slice(v, ix₁, …, ix_n) for an array of rank n (Fig. 5, with fixed dimensions and
// strides). The indices must be in bounds. If the budget ends, it panics with *engine.Interrupted,
// and so do Tr, Permute and Reverse.
func Slice(v *Array, ix []machine.Ix, b *engine.Budget) *Array {
	o := newOut(v.Elem, machine.Sliced(ix), b)
	if o.Elems.Len() > 0 {
		slice(o, v.whole(), ix)
	}
	return o.Array
}

// slice (Fig. 5; the last element is v_{k₁+k₂−1}, see the errata):
//
//	slice(v, •)                        = v
//	slice([v₁, …, v_m], k₁ : k₂, …)    = [slice(v_{k₁}, …), …, slice(v_{k₁+k₂−1}, …)]
//	slice([v₁, …, v_m], k₁ : k₂ : s, …) = [slice(v_{k₁}, …), …, slice(v_{k₁+(k₂−1)s}, …)]
//	slice([v₁, …, v_m], k₁, …)         = slice(v_{k₁}, …)
//	slice([v₁, …, v_m], k + {(n : s)}, …) = [slice(v_{1+k}, …), …, slice(v_{1+k+(n−1)s}, …)]
//	slice([v₁, …, v_m], k + {(n : s) L}, …) = [slice(…, k + {L}, …), …, slice(…, k+(n−1)s + {L}, …)]
func slice(o *out, v part, ix []machine.Ix) {
	if len(ix) == 0 {
		o.all(v)
		return
	}
	k := ix[0]
	if k.Fix {
		slice(o, v.v(k.Off), ix[1:])
		return
	}
	if k.Flat != nil {
		machine.EachFlat(k.Flat, k.Off+1, func(i int) { slice(o, v.v(i), ix[1:]) })
		return
	}
	for j := range k.Size {
		slice(o, v.v(k.Off+j*k.Stride), ix[1:])
	}
}

// Tr is tr(v) (Fig. 5), for an array of two dimensions or more:
//
//	tr([[v₁₁, …, v₁ₙ], …, [v_m1, …, v_mn]]) = [[v₁₁, …, v_m1], …, [v₁ₙ, …, v_mn]]
func Tr(v *Array, b *engine.Budget) *Array {
	m, n := v.Shape[0], v.Shape[1]
	o := newOut(v.Elem, append([]int{n, m}, v.Shape[2:]...), b)
	if o.Elems.Len() == 0 {
		return o.Array
	}
	for j := 1; j <= n; j++ {
		for i := 1; i <= m; i++ {
			o.all(index(v.whole(), []int{i, j}))
		}
	}
	return o.Array
}

// Nest is nest(v, [k₁]…[k_n]) (Fig. 5; split by the first size, see the
// errata): the flat v with as many elements as the shape has.
//
//	nest(v, •)                     = v
//	nest([v₁, …, v_m], [k₁]…[k_n]) = [nest([v₁, …, v_{m/k₁}], [k₂]…[k_n]), …]
func Nest(v *Array, shape []int) *Array {
	o := newOut(v.Elem, shape, nil)
	nest(o, v.whole(), shape)
	return o.Array
}

func nest(o *out, v part, shape []int) {
	if len(shape) == 0 || v.shape[0] == 0 {
		o.all(v)
		return
	}
	w := v.shape[0] / shape[0]
	for k := range shape[0] {
		nest(o, part{v.elems, v.from + k*w, []int{w}}, shape[1:])
	}
}
