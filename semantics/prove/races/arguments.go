package races

import (
	"slices"

	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// held are the elements of an argument that lie in a block from its beginning, without gaps.
type held struct {
	size poly.Poly
	elem syntax.Elem
}

// hold notes such arguments: the block has a location for each element.
func (w *walker) hold(xs []*syntax.Binding) {
	for _, x := range xs {
		v := w.env[x.ID]
		if !x.Type.IsArray() || !v.blocks.allocated() || !v.l.Offset.IsZero() {
			continue
		}
		dims := flattened(v.l).Dims
		if len(dims) == 1 && poly.Compare(dims[0].Stride, one) == poly.Equal {
			b := v.blocks[0]
			w.facts.AtMost(dims[0].Size, w.allocs[b-1])
			w.held[b] = append(w.held[b], held{dims[0].Size, x.Type.Elem})
		}
	}
}

// Outside tells whether cells of an array may have something from outside other than the elements of an argument of its kind.
func (t *Tape) Outside(k int) bool {
	e := &t.Events[k]
	if len(e.in) == 0 || t.w.turns.before(e.in, 1)[0] < 1 {
		return true
	}
	return t.w.turns.before(e.in, t.w.own)[0] < t.w.own && !t.inArgument(e)
}

// inArgument tells whether an array is proved to lie among the elements of an argument of its kind.
func (t *Tape) inArgument(e *Event) bool {
	if len(e.in) != 1 {
		return false
	}
	return slices.ContainsFunc(t.w.held[e.in[0]], func(h held) bool {
		facts := e.facts
		y := t.w.syms.For(e.about("the place of `%s`, %s")).Limited(tapeTests)
		at := e.l.Point(y, &facts)
		return h.elem == t.elems[e.ID] && t.w.ask() && facts.Proves(y, at) && facts.Proves(y, h.size.Sub(one).Sub(at))
	})
}
