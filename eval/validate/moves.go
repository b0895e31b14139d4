package validate

import (
	"slices"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// move is a number of an input that can be changed, perhaps with another one.
type move struct {
	of   moving
	k, i int     // which of them; for an element: the array and the offset
	unit float64 // of an f64
	with *move
	sign int64 // of the change of the other one
}

// what returns the number that is changed, where all elements of an array are one.
func (m move) what() move { return move{of: m.of, k: m.k, unit: m.unit} }

type moving uint8

const (
	aSizeOf moving = iota
	aNumber
	anElement
	anOffset // of an array in its block
	aStride
	aPitch
	aKind // of layout
	anOrder
	aBack
	aPlace // whether it lies with others
	movings
)

// mostElementMoves is how many elements are changed.
const mostElementMoves = 12

// units are the units in which an f64 is changed.
var units = []float64{1, 1.0 / 64}

// moves returns the numbers of an input that may be changed, in any order.
func (k *seeker) moves(in *Input) (list []move) {
	sub := k.s.sub
	for j := range in.Sizes {
		if !sub.givesSize(j) {
			list = append(list, move{of: aSizeOf, k: j})
		}
	}
	units := func(elem syntax.Elem) []float64 {
		if elem == syntax.F64 {
			return units
		}
		return []float64{1}
	}
	for j, x := range sub.Numbers {
		if !sub.givesNumber(j) {
			for _, u := range units(x.elem) {
				list = append(list, move{of: aNumber, k: j, unit: u})
			}
		}
	}
	var elements []move
	for j, a := range in.Arrays {
		if sub.givesArray(j) {
			continue
		}
		for range min(a.Elems.Len(), mostElementMoves) {
			for _, u := range units(a.Elem) {
				elements = append(elements, move{of: anElement, k: j, i: k.rand.IntN(a.Elems.Len()), unit: u})
			}
		}
		if k.s.inputs.layout && a.Elems.Len() > 0 {
			for of := anOffset; of < movings; of++ {
				list = append(list, move{of: of, k: j})
			}
		}
	}
	k.rand.Shuffle(len(elements), func(i, j int) { elements[i], elements[j] = elements[j], elements[i] })
	list = append(list, elements[:min(len(elements), mostElementMoves)]...)
	k.rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// value returns the number that a move changes, or 0 if it is not one of units.
func (m move) value(in *Input) int64 {
	switch m.of {
	case aSizeOf:
		return int64(in.Sizes[m.k])
	case aNumber:
		if x, ok := in.Numbers[m.k].Int64(); ok && !in.Numbers[m.k].IsReal() {
			return x
		}
	case anElement:
		if a := in.Arrays[m.k]; m.i < a.Elems.Len() {
			if x, ok := a.Elems.At(m.i).Int64(); ok && a.Elem == syntax.Int {
				return x
			}
		}
	case anOffset:
		return int64(in.Layouts[m.k].offset)
	case aStride:
		return int64(in.Layouts[m.k].reach(in.Arrays[m.k].Shape, 0))
	case aPitch:
		return int64(in.Layouts[m.k].reach(in.Arrays[m.k].Shape, 1))
	}
	return 0
}

// moved returns a copy of an input with a number changed by so many units, or nil if there is no such input.
func (k *seeker) moved(in *Input, m move, by int64) *Input {
	sub := k.s.sub
	if m.with != nil {
		if in = k.moved(in, *m.with, m.sign*by); in == nil {
			return nil
		}
	}
	if m.of == aSizeOf {
		return k.sized(in, m.k, by)
	}
	if m.of == anElement && m.i >= in.Arrays[m.k].Elems.Len() || m.of >= anOffset && in.Arrays[m.k].Elems.Len() == 0 {
		return nil // a size has changed meanwhile
	}
	c, err := k.changed(in, func(c *Input) {
		switch m.of {
		case aNumber:
			c.Numbers[m.k] = stepped(c.Numbers[m.k], by, m.unit)
		case anElement:
			c.Arrays[m.k].Elems.Set(m.i, stepped(c.Arrays[m.k].Elems.At(m.i), by, m.unit))
		default:
			c.Layouts[m.k] = c.Layouts[m.k].moved(m.of, by, c.Arrays[m.k].Shape)
		}
	})
	if err != nil || m.of >= anOffset && c.Layouts[m.k] == in.Layouts[m.k] {
		return nil
	}
	c.Larger = sub.searched(c) > mostCells || c.long()
	return c
}

// sized is moved for a size. The arrays keep their elements. New ones of a vector go on as its last two, and others are
// 1, 2, ….
func (k *seeker) sized(in *Input, size int, by int64) *Input {
	sub, sizes := k.s.sub, slices.Clone(in.Sizes)
	n := int64(sizes[size]) + by
	if n < 0 || n > longestSize {
		return nil
	}
	sizes[size] = int(n)
	sub.settleSizes(sizes)
	cells := 0
	for _, x := range sub.Arrays {
		if cells += sub.bulk(&x, sizes); cells > seekCells {
			return nil
		}
	}
	b := engine.NewBudget(k.s.ctx, k.s.o.Memory)
	c, err := k.changed(in, func(c *Input) { *c = *sub.resized(b, in, sizes, noGap) })
	if err != nil {
		return nil
	}
	for j, a := range c.Arrays {
		old := in.Arrays[j]
		for i := range a.Elems.Len() {
			if _, kept := offsetIn(old.Shape, indexIn(a.Shape, i)); !kept && !sub.givesArray(j) {
				a.Elems.Set(i, next(a, i))
			}
		}
		c.Layouts[j] = c.Layouts[j].fitting(a.Shape)
	}
	sub.settle(c, func() {})
	c.Larger = sub.searched(c) > mostCells || c.long()
	return c
}

// next returns an element to follow those before it.
func next(a *value.Array, i int) num.Num {
	if len(a.Shape) == 1 && i > 1 {
		return added(a.Elems.At(i-1), added(a.Elems.At(i-1), minus(a.Elems.At(i-2))))
	}
	if a.Elem == syntax.F64 {
		return num.OfFloat(float64(i + 1))
	}
	return num.Of(int64(i + 1))
}

// stepped returns x + by, or x + by·unit for an f64. An int of more than 64 bits stays as it is.
func stepped(x num.Num, by int64, unit float64) num.Num {
	if x.IsReal() {
		return num.OfFloat(x.Real().Float64() + float64(by)*unit)
	}
	k, ok := x.Int64()
	if s := k + by; ok && (k^s)&(by^s) >= 0 {
		return num.Of(s)
	}
	return x
}

// moved returns a layout with a number changed, or the same if there is no such layout.
func (l Layout) moved(of moving, by int64, shape []int) Layout {
	if by > mostSpread || by < -mostSpread {
		return l
	}
	was, k, q := l, int(by), len(shape)
	switch of {
	case anOffset:
		l.offset += k
	case aStride:
		l.stride = l.reach(shape, 0) + k
	case aPitch:
		l.pitch = l.reach(shape, 1) + k
	case aKind:
		l.kind += layoutKind(k)
	case anOrder:
		l.order += k
	case aBack:
		l.back += k
	case aPlace:
		l.together = !l.together
	}
	if l.offset < 0 || l.offset > mostSpread || l.pitch < 0 || of == aStride && l.stride == 0 || l.kind > windows ||
		l.order < 0 || l.order >= mostOrders || q < 2 && l.order > 0 || l.back < 0 || l.back >= 1<<min(q, 4) {
		return was
	}
	return l.fitting(shape)
}

// reach returns the distance, in locations, from one element to the next in the innermost dimension but so many.
func (l Layout) reach(shape []int, outer int) int {
	var strides []int
	for _, d := range l.lmad(shape).Dims {
		strides = append(strides, max(d.Stride, -d.Stride))
	}
	slices.Sort(strides)
	return strides[min(outer, len(strides)-1)]
}
