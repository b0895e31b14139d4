package validate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/heap"
	"funmem/semantics/syntax"
)

// Layout is how a generated array lies in its block. All layouts except RowMajor are for parameters that carry offset
// and strides.
type Layout struct {
	kind   layoutKind
	offset int // locations before the array, in addition to those of its kind
	stride int // of the innermost dimension, negative if it runs backwards; 0: that of its kind
	pitch  int // minimum distance from row to row
	order  int // the number of the order of the dimensions, 0: row-major order
	back   int // a bit for each dimension that runs backwards

	together bool // the offset counts from the start of the block, and not from the end of the arrays that lie there already
}

type layoutKind uint8

const (
	rowMajor   layoutKind = iota // alone in a block of the array's size
	roomy                        // with room before it, after it and between its rows
	transposed                   // the first dimension innermost
	reversed                     // the outermost dimension backwards
	spaced                       // in every second location
	layoutKinds
)

// These kinds give one location to several elements. They are for arrays that nobody overwrites.
const (
	still   layoutKind = layoutKinds + iota // all in one location
	windows                                 // each row so many locations after the row before as pitch says, or one
)

// RowMajor is the layout of an array that is alone in a block of its size.
var RowMajor Layout

// String describes the layout in words.
func (l Layout) String() string {
	kind, offset := l.kind, l.offset
	if kind == spaced && l.stride != 0 { // the stride is another one
		kind, offset = rowMajor, offset+1
	}
	words := []string{"row-major", "within a larger block", "transposed", "back to front", "in every second location", "all in one location", "with rows that overlap"}[kind]
	var more []string
	if l.together {
		more = append(more, fmt.Sprintf("at offset %d of the block", offset))
	} else if offset != 0 {
		more = append(more, fmt.Sprintf("at offset %d", offset))
	}
	if l.stride != 0 {
		more = append(more, fmt.Sprintf("with stride %d", l.stride))
	}
	if l.order != 0 {
		more = append(more, "with its dimensions in another order")
	}
	if l.back != 0 {
		more = append(more, "backwards in some dimensions")
	}
	switch {
	case l.kind == windows:
		more = append(more, fmt.Sprintf("%d apart", max(1, l.pitch)))
	case l.pitch != 0:
		more = append(more, fmt.Sprintf("with rows at least %d apart", l.pitch))
	}
	switch {
	case len(more) == 0:
		return words
	case kind == rowMajor:
		return strings.Join(more, ", ")
	}
	return words + ", " + strings.Join(more, ", ")
}

// lmad returns the LMAD of an array with a shape in the layout.
func (l Layout) lmad(shape []int) heap.LMAD {
	room, offset, stride := 0, l.offset+l.before(), 1
	switch l.kind {
	case roomy:
		room = 1
	case spaced:
		stride = 2
	}
	if l.stride != 0 {
		stride = max(l.stride, -l.stride)
	}
	dims := make([]heap.Dim, len(shape))
	for j, k := range innermostFirst(len(dims), l.order) {
		if l.kind == transposed {
			k = len(dims) - 1 - k
		}
		if j == 1 {
			stride = max(stride, l.pitch)
		}
		dims[k] = heap.Dim{Size: shape[k], Stride: stride}
		stride *= max(1, shape[k]+room)
	}
	turn := func(k int) {
		offset += max(0, shape[k]-1) * dims[k].Stride
		dims[k].Stride = -dims[k].Stride
	}
	for k := range dims {
		switch l.kind {
		case still:
			dims[k].Stride = 0
		case windows:
			if dims[k].Stride = 1; k < len(dims)-1 {
				dims[k].Stride = max(1, l.pitch)
			}
		}
	}
	if l.kind == reversed && len(dims) > 0 {
		turn(0)
	}
	if l.stride < 0 && len(dims) > 0 {
		turn(len(dims) - 1)
	}
	for k := range dims {
		if l.back>>k&1 != 0 {
			turn(k)
		}
	}
	return heap.LMAD{Offset: offset, Dims: dims}
}

// innermostFirst returns order number k of n dimensions, from the innermost one on. Number 0 is row-major order.
func innermostFirst(n, k int) []int {
	left, order := make([]int, n), make([]int, 0, n)
	for j := range left {
		left[j] = n - 1 - j
	}
	for ; n > 0; n-- {
		order = append(order, left[k%n])
		left = slices.Delete(left, k%n, k%n+1)
		k /= n
	}
	return order
}

// before returns how many locations of its kind come before an array in its block.
func (l Layout) before() int {
	switch l.kind {
	case roomy:
		return 2
	case spaced:
		return 1
	}
	return 0
}

// spare returns how many locations follow an array in its block.
func (l Layout) spare() int {
	switch {
	case l.kind == roomy:
		return 3
	case l.kind == spaced:
		return 1
	}
	return max(l.stride, -l.stride)
}

// simpler returns layouts that are simpler, the simplest first.
func (l Layout) simpler() (list []Layout) {
	for k := range l.kind {
		same := l
		same.kind, same.offset = k, l.offset+l.before()-(Layout{kind: k}).before()
		list = append(list, Layout{kind: k}, same)
	}
	if l.together {
		list = append(list, Layout{kind: l.kind})
	}
	with := func(change func(l *Layout)) {
		m := l
		change(&m)
		list = append(list, m)
	}
	halves := func(k int) []int { return []int{0, k / 2, k - sign(k)} }
	for _, k := range halves(l.offset) {
		with(func(l *Layout) { l.offset = k })
	}
	for _, k := range halves(l.stride) {
		with(func(l *Layout) { l.stride = k })
	}
	for _, k := range halves(l.pitch) {
		with(func(l *Layout) { l.pitch = k })
	}
	with(func(l *Layout) { l.order = 0 })
	with(func(l *Layout) { l.back = 0 })
	return slices.DeleteFunc(list, func(m Layout) bool { return m == l })
}

func sign(k int) int {
	switch {
	case k < 0:
		return -1
	case k > 0:
		return 1
	}
	return 0
}

// chooses tells whether parameters of AFTER carry offset or strides.
func (sub *Subject) chooses() bool { return slices.ContainsFunc(sub.After.arrays, carriesLayout) }

// carriesLayout tells whether a parameter carries an offset or strides.
func carriesLayout(x *syntax.Binding) bool {
	strides, offset := opens(x)
	return strides || offset
}

// opens tells whether a parameter carries strides, and an offset.
func opens(x *syntax.Binding) (strides, offset bool) {
	if x.Type.Mem == nil {
		return false, false
	}
	l := x.Type.Mem.L
	_, offset = l.Offset.(*syntax.Var)
	for k, d := range l.Dims {
		v, ok := d.Stride.(*syntax.Var)
		strides = strides || ok && !isSize(v, x.Type.Dims[k+1:])
	}
	return strides, offset
}

func isSize(v *syntax.Var, dims []syntax.Expr) bool {
	for _, d := range dims {
		if x, ok := d.(*syntax.Var); ok && x.ID == v.ID {
			return true
		}
	}
	return false
}

// Bounds for numbers of layouts that are not constants of the programs: strides of either sign, and offsets, most of
// them small.
const (
	mostStride  = 9
	mostOffset  = 40
	farOffset   = 400
	mostSpread  = 1 << 15 // locations that an array may be spread over
	besideEvery = 4       // how many numbers of layouts there are for one that is not a constant
	kindEvery   = 3       // how many of the other layouts there are for one without numbers of its own
)

// layoutFor returns a layout for an array with a shape. Some layouts have constants of the programs as their offset and
// stride, in all pairs. In some, one number is a size of the input or its neighbour; for example, a column of a matrix has
// such a stride. The others are one of the kinds, or have numbers of their own: constants, their neighbours, or any.
func (g *inputs) layoutFor(r *rand.Rand, shape, sizes []int) Layout {
	l := Layout{kind: layoutKind(r.IntN(int(layoutKinds)))}
	if slices.Contains(shape, 0) { // without elements, the layout means nothing
		return l
	}
	list := g.constants.numbers()
	// Each kind of input gets each of five kinds of layouts.
	switch draw, k := (g.input+g.input/len(turns))%5, g.input/5; {
	case draw == 0 && len(list) > 0:
		n := len(list)
		strides := append(list, 0) // 0: as it is without one
		return Layout{offset: int(list[k%n]) + []int{0, 0, 0, 1, -1}[r.IntN(5)], stride: int(strides[k/n%len(strides)])}.fitting(shape)
	case draw == 1 && len(sizes) > 0:
		ways := 5
		if len(shape) == 1 {
			ways = 3
		}
		n := sizes[r.IntN(len(sizes))]
		n = max(0, []int{n, n + 1, n, n - 1, 2 * n}[k/ways%5])
		return []Layout{{stride: n}, {offset: n}, {stride: -n}, {pitch: n}, {kind: transposed, pitch: n}}[k%ways].fitting(shape)
	case draw == 2:
		return turned(r, len(shape))
	case r.IntN(kindEvery) == 0:
		return l
	}
	if r.IntN(2) == 0 {
		l.kind = rowMajor
	}
	which := 1 + r.IntN(3)
	if len(shape) > 1 {
		which = 1 + r.IntN(7)
	}
	if which&1 != 0 {
		l.offset = g.constants.place(r, []int{mostOffset, mostOffset, farOffset}[r.IntN(3)])
	}
	if which&2 != 0 {
		if l.stride = g.constants.place(r, mostStride); r.IntN(3) == 0 {
			l.stride = -l.stride
		}
	}
	if which&4 != 0 {
		l.pitch = g.constants.place(r, mostOffset)
	}
	return l.fitting(shape)
}

// mostOrders is how many orders of dimensions are tried: all of four dimensions.
const mostOrders = 24

// turned returns a layout without gaps, with its dimensions in any order, each in either direction.
func turned(r *rand.Rand, dims int) Layout {
	return Layout{order: r.IntN(mostOrders), back: r.IntN(1 << min(dims, 4))}
}

// fitting returns the layout without a stride or pitch that would spread the array over too many locations.
func (l Layout) fitting(shape []int) Layout {
	spread := func(l Layout) bool {
		n, fits := machine.Count(shape)
		if !fits || max(l.stride, -l.stride, l.pitch) > mostSpread/max(1, n) {
			return n > 0
		}
		return false
	}
	if spread(l) {
		l.stride = sign(l.stride) * min(max(l.stride, -l.stride), 3)
		if l.pitch = 0; spread(l) {
			l.stride = 0
		}
	}
	return l
}

// place returns an offset, stride or pitch: a constant of the programs, a neighbour of one, or a number up to most.
func (c *constants) place(r *rand.Rand, most int) int {
	list := c.numbers()
	if len(list) == 0 || r.IntN(besideEvery) == 0 {
		return 1 + r.IntN(most)
	}
	return int(list[r.IntN(len(list))]) + []int{0, 0, 0, 1, -1}[r.IntN(5)]
}

// numbers are the constants that may be offsets, strides or pitches, those that something is compared with first.
func (c *constants) numbers() []int64 { return slices.Concat(c.compared, c.other) }

// mostMoved is how many elements an input may have for fitsElsewhere to be asked.
const mostMoved = 1 << 12

// fitsElsewhere tells whether a FUNMEM def takes the arrays of an input if they lie in some other way: all in one of
// the kinds of layouts, or all with one stride, with some room before them or without.
func (s *side) fitsElsewhere(b *engine.Budget, in *Input) (bool, error) {
	var list []Layout
	for kind := range layoutKinds {
		list = append(list, Layout{kind: kind})
	}
	for stride := 1; stride <= mostStride; stride++ {
		for _, offset := range []int{0, in.elements() + mostStride} {
			list = append(list, Layout{stride: stride, offset: offset}, Layout{stride: -stride, offset: offset})
		}
	}
	for _, l := range list {
		moved := *in
		moved.Layouts = slices.Repeat([]Layout{l}, len(in.Arrays))
		switch err := s.fits(b, &moved); err.(type) {
		case nil:
			return true, nil
		case *cannot:
		default:
			return false, err
		}
	}
	return false, nil
}

// fits returns nil if a FUNMEM def takes an input as it lies, or why not.
func (s *side) fits(b *engine.Budget, in *Input) error {
	p, err := s.place(b, in, nil)
	if err != nil {
		return err
	}
	for _, x := range s.def.Params {
		if x.Type.Elem == syntax.Mem {
			if _, _, err := p.cells(x.ID, s.arrays, in); err != nil {
				return err
			}
		}
	}
	return nil
}
