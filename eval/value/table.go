package value

import (
	"iter"
	"slices"
)

// Table maps variables, by the IDs of their binders, to what they are bound to. It takes space for
// what is bound, not for the largest ID, so that each input of each def can have one. Its clones share
// what neither changes, so that each line of a long session can have its own. The zero value is empty.
// A copy that was not made by Clone is for reading only.
type Table[V any] struct {
	folders []*folder[V] // by the high bits of the ID; nil: nothing in it is bound
	own     *owner       // marks what may be changed in place; nil: nothing may
}

const (
	pageBits   = 5
	folderBits = 7
)

type folder[V any] struct {
	pages [1 << folderBits]*page[V] // by the bits in the middle
	owner *owner
}

type page[V any] struct {
	vals  [1 << pageBits]V
	bound uint32 // one bit for each variable
	owner *owner
}

// owner tells tables apart. It is not empty, so that each owner has its own address.
type owner struct{ _ byte }

// Clone returns an independent copy.
func (T *Table[V]) Clone() Table[V] {
	T.own = nil // from now on both copy a page before they change it
	return Table[V]{folders: slices.Clone(T.folders)}
}

// page returns the page of the variable; nil: nothing on it is bound.
func (T Table[V]) page(id int) *page[V] {
	k := id >> (pageBits + folderBits)
	if k >= len(T.folders) || T.folders[k] == nil {
		return nil
	}
	return T.folders[k].pages[id>>pageBits&(1<<folderBits-1)]
}

// Of is E(x) for the variable with the given ID, or the zero V if it is not bound.
func (T Table[V]) Of(id int) (v V) {
	if p := T.page(id); p != nil {
		v = p.vals[id&(1<<pageBits-1)]
	}
	return v
}

// Knows tells whether the variable is bound.
func (T Table[V]) Knows(id int) bool {
	p := T.page(id)
	return p != nil && p.bound>>(id&(1<<pageBits-1))&1 == 1
}

// Place returns the variable's place in the table. From then on the variable is bound. The place is
// valid until the table is cloned.
func (T *Table[V]) Place(id int) *V {
	p := T.page(id)
	if p == nil || p.owner == nil || p.owner != T.own {
		p = T.take(id)
	}
	p.bound |= 1 << (id & (1<<pageBits - 1))
	return &p.vals[id&(1<<pageBits-1)]
}

// Bind is E, x ↦ v, in place. It grows the table if needed. ID 0 is not a binder.
func (T *Table[V]) Bind(id int, v V) {
	if id != 0 {
		*T.Place(id) = v
	}
}

// IDs returns the bound variables, in order.
func (T Table[V]) IDs() iter.Seq[int] {
	return func(yield func(int) bool) {
		for k, f := range T.folders {
			if f == nil {
				continue
			}
			for j, p := range f.pages {
				if p == nil {
					continue
				}
				for i := range 1 << pageBits {
					if p.bound>>i&1 == 1 && !yield((k<<folderBits+j)<<pageBits+i) {
						return
					}
				}
			}
		}
	}
}

// take makes sure that the table owns the page of a variable.
func (T *Table[V]) take(id int) *page[V] {
	if T.own == nil {
		T.own = new(owner)
	}
	k := id >> (pageBits + folderBits)
	if k >= len(T.folders) {
		T.folders = append(T.folders, make([]*folder[V], k+1-len(T.folders))...)
	}
	f := T.folders[k]
	if f == nil || f.owner != T.own {
		f = &folder[V]{owner: T.own}
		if old := T.folders[k]; old != nil {
			f.pages = old.pages
		}
		T.folders[k] = f
	}
	at := &f.pages[id>>pageBits&(1<<folderBits-1)]
	p := &page[V]{owner: T.own}
	if old := *at; old != nil {
		p.vals, p.bound = old.vals, old.bound
	}
	*at = p
	return p
}
