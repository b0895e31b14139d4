package memory

import (
	"funmem/eval/finding"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Val is v (Fig. 6): a number k, a label ℓ, or an array (ℓ, L).
type Val struct {
	I num.Num      // k; only for a number
	B *heap.Block  // ℓ; nil: it is a number
	L heap.LMAD    // for an array, of rank 1 or more
	E syntax.Elem  // for an array that is bound: the type of its elements
	V *value.Array // the array in the value semantics, of the shape of L; nil: not known, or of another shape
	// Claim says that the array, or one that it is derived from, was claimed to lie elsewhere than it did; nil: no
	// claim.
	Claim *finding.Claim
	// checked is 1 + the version of the block at which all elements of V were found there, except those outside the
	// block.
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

// Env is E: the value of each variable. Integers that were never bound are 0.
type Env struct{ value.Table[Val] }

// Clone is an independent copy.
func (e *Env) Clone() Env { return Env{e.Table.Clone()} }

// bindNumber is E, x ↦ k, for an x that is always a number.
func (e *Env) bindNumber(x *syntax.Binding, k num.Num) {
	if x.ID == 0 {
		return
	}
	if v := e.Place(x.ID); v.B == nil {
		v.I = k
	} else {
		*v = Number(k)
	}
}

// Bind is E, x ↦ v. A binder without an ID binds nothing.
func (e *Env) Bind(x *syntax.Binding, v Val) { e.Table.Bind(x.ID, v) }
