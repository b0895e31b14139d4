package memory

import (
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Val is v (Fig. 6): an integer k, a label ℓ, or an array (ℓ, L).
type Val struct {
	I num.Int      // k; of an integer only
	B *heap.Block  // ℓ; nil: an integer
	L heap.LMAD    // of an array, of rank 1 or more
	V *value.Array // what the value semantics has for the array; nil: not known
	// checked is 1 + the version of the block at which all of V was found there.
	checked uint64
}

// IsInt tells whether v is an integer.
func (v Val) IsInt() bool { return v.B == nil }

// IsArray tells whether v is an array and not just its block.
func (v Val) IsArray() bool { return v.B != nil && len(v.L.Dims) > 0 }

// Int is the integer k.
func Int(k num.Int) Val { return Val{I: k} }

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

// Bind is E, x ↦ v. A binder without an ID binds nothing.
func (e *Env) Bind(x *syntax.Binding, v Val) {
	if x.ID == 0 {
		return
	}
	if x.ID >= len(*e) {
		*e = append(*e, make(Env, max(x.ID+1, 2*len(*e))-len(*e))...)
	}
	(*e)[x.ID] = v
}
