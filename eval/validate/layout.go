package validate

import (
	"fmt"
	"slices"

	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/eval/memory"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// lies returns where the arguments of AFTER lie for an input, or nil if that is not known before it runs.
func (sub *Subject) lies(b *engine.Budget, in *Input) *placement {
	if !sub.After.program.Mem || sub.After.def == nil {
		return nil
	}
	p, err := sub.After.place(b, in, nil)
	if err != nil {
		return nil
	}
	return p
}

// placement is where the arguments of a FUNMEM def lie: the values of its ints, and the block and LMAD of each array.
type placement struct {
	ints   map[int]num.Num
	known  map[int]bool
	lmads  map[int]heap.LMAD // by array parameter
	blocks map[int]int       // the size of each block parameter
	budget *engine.Budget
	spare  map[int]int // for each array parameter: the locations after the first one of each element
	def    *syntax.Def
	given  []destination
}

// written returns a part of an LMAD with the names that the programmer gave.
func (p *placement) written(n syntax.Node) string {
	names := map[int]string{}
	for _, x := range slices.Concat(p.def.Sizes, p.def.Params) {
		names[x.ID] = x.Written()
	}
	return syntax.Line(syntax.Rename(n, names))
}

// cannot is the reason why an input cannot be made.
type cannot struct {
	why   string
	other bool // in another layout it may be
}

// Error is the reason.
func (c *cannot) Error() string { return c.why }

// spareRoom is how many locations a block parameter without an argument has, in addition to the elements of all
// arguments and results.
const spareRoom = 16

// place chooses the ints of a FUNMEM def that say how its arrays lie. The arrays lie as the input wants, as far as the
// types leave that open. Blocks to be written have room for the results.
func (s *side) place(b *engine.Budget, in *Input, results []value.Val) (*placement, error) {
	p := &placement{map[int]num.Num{}, map[int]bool{}, map[int]heap.LMAD{}, map[int]int{}, b, map[int]int{}, s.def, s.destinations()}
	s.bindNumbers(in, p.set)
	for k, x := range s.arrays {
		if x.Type.Mem == nil {
			return nil, &cannot{why: fmt.Sprintf("parameter `%s` has no memory", x.Written())}
		}
		if known := s.param(x); known != nil {
			p.spare[x.ID] = known.Spare
		}
		if err := p.array(x, in.Arrays[k].Shape, in.Layouts[k]); err != nil {
			return nil, err
		}
	}
	for _, x := range s.destinations() {
		shape, ok := s.shapeOf(x, p, results)
		if !ok {
			continue // it is not known before the run
		}
		if err := p.array(x.at, shape, in.destination()); err != nil {
			return nil, err
		}
	}
	for _, x := range s.def.Params {
		switch {
		case x.Type.Elem == syntax.Mem:
			if _, ok := p.blocks[x.ID]; !ok {
				p.blocks[x.ID] = spareRoom + in.elements() + elements(results)
			}
		case x.Type.IsInt() && !p.known[x.ID]:
			p.set(x.ID, num.Num{}) // part of an LMAD that no element uses
		}
	}
	return p, nil
}

func (p *placement) set(id int, k num.Num) { p.ints[id], p.known[id] = k, true }

// array places one array. A lone variable without a value gets the one that the layout wants; everything else keeps its
// value.
func (p *placement) array(x *syntax.Binding, shape []int, layout Layout) error {
	want := layout.lmad(shape)
	block := x.Type.Mem.Block.ID
	if start := p.blocks[block]; start > 0 && !layout.together { // after what lies there already
		want.Offset += start
	}
	l := x.Type.Mem.L
	got := heap.LMAD{Dims: make([]heap.Dim, len(shape))}
	var err error
	if got.Offset, err = p.part(x, l.Offset, want.Offset); err != nil {
		return err
	}
	for k := range shape {
		got.Dims[k].Size = shape[k]
		if got.Dims[k].Stride, err = p.part(x, l.Dims[k].Stride, want.Dims[k].Stride); err != nil {
			return err
		}
	}
	lo, hi, ok := got.Extent()
	n, _ := machine.Count(shape)
	switch {
	case got.Empty():
	case ok && lo < 0:
		return &cannot{fmt.Sprintf("parameter `%s` lies at %s, which is in no block", x.Written(), got), true}
	case !ok || hi > max(mostSparse, 8*n):
		return &cannot{why: fmt.Sprintf("parameter `%s` lies at %s, and no block that large is tried", x.Written(), got)}
	}
	p.lmads[x.ID] = got
	if got.Empty() {
		hi = -1
	}
	p.blocks[block] = max(p.blocks[block], hi+1+p.spare[x.ID]+layout.spare())
	return nil
}

// mostSparse limits the locations in the block of an argument; the limit is eight per element if that is more.
const mostSparse = 1 << 20

// part returns one number of an LMAD.
func (p *placement) part(x *syntax.Binding, e syntax.Expr, want int) (int, error) {
	if v, ok := e.(*syntax.Var); ok && !p.known[v.ID] {
		p.set(v.ID, num.Of(int64(want)))
	}
	for _, v := range syntax.FreeVars(e) {
		if !p.known[v.ID] {
			return 0, &cannot{why: fmt.Sprintf("parameter `%s` lies at `%s`, and no value can be chosen for `%s`", x.Written(), p.written(x.Type.Mem.L), p.written(v))}
		}
	}
	k, err := evaluate(e, p.ints)
	n, fits := k.Int64()
	switch {
	case err != nil:
		return 0, &cannot{fmt.Sprintf("parameter `%s` lies at `%s`, which has no value", x.Written(), p.written(x.Type.Mem.L)), true}
	case !fits || n > 1<<40 || n < -1<<40:
		return 0, &cannot{why: fmt.Sprintf("parameter `%s` lies at `%s`, and no block that large is tried", x.Written(), p.written(x.Type.Mem.L))}
	}
	return int(n), nil
}

// evaluate returns the value of a scalar expression of ints.
func evaluate(e syntax.Expr, ints map[int]num.Num) (k num.Num, err error) {
	defer func() {
		if d, ok := recover().(*diag.Diagnostic); ok {
			err = d
		}
	}()
	return value.NewArith(0).Scalar("E-SCALAR", e, func(x *syntax.Var) num.Num { return ints[x.ID] }), nil
}

// bindNumbers passes the sizes and the numbers of a side to set.
func (s *side) bindNumbers(in *Input, set func(id int, k num.Num)) {
	for k, x := range s.arrays {
		for d, e := range x.Type.Dims {
			if v, ok := e.(*syntax.Var); ok {
				set(v.ID, num.Of(int64(in.Arrays[k].Shape[d])))
			}
		}
	}
	for k, x := range s.numbers {
		set(x.ID, in.Numbers[k])
	}
}

// bind gives a FUNMEM side its arguments: the ints, the blocks with the arrays in them, and their values in the value
// semantics.
func (p *placement) bind(s *side, in *Input, m *memory.Machine, E *value.Env) error {
	for id, k := range p.ints {
		m.Env.Bind(&syntax.Binding{ID: id}, memory.Number(k))
		E.Bind(id, value.Number(k))
	}
	blocks := map[int]*heap.Block{}
	for _, x := range s.def.Params {
		if x.Type.Elem == syntax.Mem {
			cells, _, err := p.cells(x.ID, s.arrays, in)
			if err != nil {
				return err
			}
			blocks[x.ID] = m.Heap.Adopt(x.Written(), x.Span, cells, &heap.Site{What: "the argument `" + x.Written() + "`", Array: x.Written(), Real: cells.IsReal()})
			m.Env.Bind(x, memory.Val{B: blocks[x.ID]})
		}
	}
	for k, x := range s.arrays {
		m.Env.Bind(x, memory.Val{B: blocks[x.Type.Mem.Block.ID], L: p.lmads[x.ID], E: x.Type.Elem, V: in.Arrays[k]})
		E.Bind(x.ID, value.Val{A: in.Arrays[k]})
	}
	return nil
}

// filler returns the value in a block at an offset where no array lies. It differs from input to input, so that a def
// that writes there seldom writes the same.
func (in *Input) filler() func(off int, real bool) num.Num {
	junk := 9000
	for _, n := range in.Sizes {
		junk += 17 * (n % 100)
	}
	for _, a := range in.Arrays {
		junk += 5 * (a.Elems.Len() % 100)
	}
	return func(off int, real bool) num.Num {
		if real {
			return num.OfFloat(float64(junk + off))
		}
		return num.Of(int64(junk + off))
	}
}

// cells returns the content of a block parameter, and which of its locations belong to an array. The error says that
// two arrays share a location and have different elements there.
func (p *placement) cells(block int, arrays []*syntax.Binding, in *Input) (cells *num.Vec, taken []bool, err error) {
	real := false
	n := p.blocks[block]
	if err := p.budget.Make(int64(n)+int64(n)/8, func() { cells, taken = num.NewVec(n), make([]bool, n) }); err != nil {
		return nil, nil, err
	}
	for _, x := range p.given {
		real = real || x.at.Type.Mem.Block.ID == block && x.at.Type.Elem == syntax.F64
	}
	ask, filler := stop.Poll(p.budget.Poll).Seldom(), in.filler()
	defer stop.Caught(&err)
	for k, x := range arrays {
		if x.Type.Mem.Block.ID != block {
			continue
		}
		real = x.Type.Elem == syntax.F64
		i, clash := 0, false
		p.lmads[x.ID].Each(func(off int) bool {
			ask()
			v := in.Arrays[k].Elems.At(i)
			clash = clash || taken[off] && !cells.At(off).Equal(v)
			cells.Set(off, v)
			taken[off] = true
			for k := 1; x.Unique && k <= p.spare[x.ID] && off+k < n; k++ { // they belong to the element, and may be overwritten
				clash = clash || taken[off+k]
				taken[off+k] = true
				cells.Set(off+k, filler(off+k, real))
			}
			i++
			return true
		})
		if clash {
			return nil, nil, &cannot{fmt.Sprintf("parameter `%s` shares locations with another", x.Written()), true}
		}
	}
	for off := range n {
		if ask(); !taken[off] {
			cells.Set(off, filler(off, real))
		}
	}
	return cells, taken, nil
}
