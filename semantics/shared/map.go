// Package shared has maps that share their contents with their copies, for the states that a
// session goes back to.
package shared

import (
	"iter"
	"maps"
)

// Map is a map with a Clone that costs nothing: both go on from what they share. A lookup
// takes the logarithm of its size, and on average so does adding something. The zero value
// is empty. It must not be copied except by Clone.
type Map[K comparable, V any] struct {
	own  map[K]entry[V] // what was added since the last Clone
	base *layer[K, V]   // shared, never written
}

// layer is a part of a map. It hides what the layers below it say about the same keys. Each
// layer is at least twice as large as the one above it.
type layer[K comparable, V any] struct {
	below *layer[K, V]
	of    map[K]entry[V]
}

// entry is what a map has for a key, or a mark that the key was taken away.
type entry[V any] struct {
	v    V
	gone bool
}

// Clone is an independent copy.
func (m *Map[K, V]) Clone() Map[K, V] {
	if len(m.own) > 0 {
		top := &layer[K, V]{m.base, m.own}
		for b := top.below; b != nil && len(b.of) < 2*len(top.of); b = b.below {
			of := maps.Clone(b.of)
			maps.Copy(of, top.of)
			top = &layer[K, V]{b.below, of}
		}
		m.own, m.base = nil, top
	}
	return Map[K, V]{base: m.base}
}

// Lookup is what the map has for a key, and whether it has something.
func (m *Map[K, V]) Lookup(k K) (v V, ok bool) {
	if e, ok := m.own[k]; ok {
		return e.v, !e.gone
	}
	for l := m.base; l != nil; l = l.below {
		if e, ok := l.of[k]; ok {
			return e.v, !e.gone
		}
	}
	return v, false
}

// Get is what the map has for a key, or the zero value.
func (m *Map[K, V]) Get(k K) V {
	v, _ := m.Lookup(k)
	return v
}

// Set adds a key, or changes what the map has for it.
func (m *Map[K, V]) Set(k K, v V) { m.put(k, entry[V]{v: v}) }

// Delete takes a key away.
func (m *Map[K, V]) Delete(k K) { m.put(k, entry[V]{gone: true}) }

func (m *Map[K, V]) put(k K, e entry[V]) {
	if m.own == nil {
		m.own = map[K]entry[V]{}
	}
	m.own[k] = e
}

// All are the keys with what the map has for them, in no order. During the loop the map may
// change only at the current key.
func (m *Map[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		var seen map[K]bool
		visit := func(of map[K]entry[V], last bool) bool {
			for k, e := range of {
				if seen[k] {
					continue
				}
				if !last {
					if seen == nil {
						seen = map[K]bool{}
					}
					seen[k] = true
				}
				if !e.gone && !yield(k, e.v) {
					return false
				}
			}
			return true
		}
		if !visit(m.own, m.base == nil) {
			return
		}
		for l := m.base; l != nil; l = l.below {
			if !visit(l.of, l.below == nil) {
				return
			}
		}
	}
}
