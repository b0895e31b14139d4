package memory

import (
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Val is v (Fig. 6): a number k, a label ℓ, or an array (ℓ, L).
type Val struct {
	I num.Num      // k; of a number only
	B *heap.Block  // ℓ; nil: a number
	L heap.LMAD    // of an array, of rank 1 or more
	E syntax.Elem  // of an array that is bound: the type of its elements
	V *value.Array // what the value semantics has for the array; nil: not known
	// Claim is where the array, or one that it is derived from, was claimed to lie
	// elsewhere than it did; nil: nowhere.
	Claim *Claim
	// checked is 1 + the version of the block at which all of V was found there, but for elements outside the block.
	checked uint64
}

// IsNumber tells whether v is an integer or a real.
func (v Val) IsNumber() bool { return v.B == nil }

// IsReal tells whether v is an array of reals.
func (v Val) IsReal() bool { return v.E == syntax.F64 }

// IsArray tells whether v is an array and not just its block.
func (v Val) IsArray() bool { return v.B != nil && len(v.L.Dims) > 0 }

// inBlock tells whether all elements of an array are in its block.
func (v Val) inBlock() bool {
	lo, hi, ok := v.L.Extent()
	return ok && lo >= 0 && hi < v.B.Len()
}

// Number is the number k.
func Number(k num.Num) Val { return Val{I: k} }

// Env is E, by the IDs of the binders.
type Env []Val

// Lookup is E(x) for the binder with the given ID; integers that were never
// bound are 0.
func (e Env) Lookup(id int) Val {
	if id >= len(e) {
		return Val{}
	}
	return e[id]
}

// bindNumber is E, x ↦ k, for an x that is always a number.
func (e *Env) bindNumber(x *syntax.Binding, k num.Num) {
	if x.ID < len(*e) && (*e)[x.ID].B == nil {
		(*e)[x.ID].I = k
		return
	}
	e.Bind(x, Number(k))
}

// Bind is E, x ↦ v. A binder without an ID binds nothing.
func (e *Env) Bind(x *syntax.Binding, v Val) {
	if x.ID == 0 {
		return
	}
	if n := len(*e); x.ID >= n {
		*e = append(*e, make(Env, x.ID+1+n/4-n)...)
	}
	(*e)[x.ID] = v
}
