package offload

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/gpu"
	"funmem/heap"
	"funmem/lower/emit"
	"funmem/semantics/diag"
	"funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Program is a program of IMP whose kernels are compiled for a device.
type Program struct {
	Text  string // of the kernels
	Grids []*emit.Grid

	p      *imp.Program
	device gpu.Accelerator
	code   gpu.Kernels // nil: there is no kernel for the device
	head   string      // of the text that it was made of
	may    gpu.Freedom
	of     map[*imp.Kernel]*grid
	chains map[*imp.For]*grid
	elems  map[int]syntax.Elem
}

// New compiles the kernels of a program for a device, in its dialect. free tells which kernels have independent iterations. A
// program after imp.Resolve is wanted.
func New(ctx context.Context, device gpu.Accelerator, d emit.Dialect, p *imp.Program, free func(k *imp.Kernel) bool, may gpu.Freedom, poll stop.Poll) (*Program, error) {
	q := &Program{p: p, device: device, may: may, of: map[*imp.Kernel]*grid{}, chains: map[*imp.For]*grid{}, elems: map[int]syntax.Elem{}}
	var err error
	if q.Text, q.Grids, err = emit.Kernels(p, d, free, poll); err != nil {
		return nil, err
	}
	for _, g := range q.Grids {
		if l := device.Limits(); g.Words() <= l.Args && g.Group <= l.Group && g.Local <= l.Local {
			q.of[g.Of] = newGrid(g)
			if g.Chain != nil {
				q.chains[g.Chain] = q.of[g.Of]
				q.of[g.Of].after = readAfter(p, g.Chain)
			}
		}
	}
	imp.Walk(p.Body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok {
			q.elems[d.X.ID] = d.X.Type.Elem
		}
		return true
	})
	if len(q.Grids) > 0 {
		q.head = emit.Narrow
		if device.Limits().Shared {
			q.head = emit.Many
		}
		if q.code, err = device.Build(ctx, q.head+q.Text, may); err != nil {
			return nil, err
		}
	}
	return q, nil
}

// Early is the error that a run ended before its end, for a reason that the engine below finds out.
type Early struct{ Status emit.Status }

// Unfit is the status of a run that was not tried, since an input has elements that are no words.
const Unfit emit.Status = -1

// Error is the reason.
func (e *Early) Error() string { return e.Status.String() }

// Run runs the program on values of its inputs, in their order. The error is an *Early, one of the device, or that of ctx.
// Arrays stay on the device until they are looked at, unless lost is nil. profile gets to know where the time went, unless it
// is nil.
func (p *Program) Run(ctx context.Context, inputs []value.Val, opts engine.Options, lost Lost, profile *Profile) (res []value.Val, err error) {
	defer profile.ran(time.Now())
	res, err = p.run(ctx, p.code, inputs, opts, lost, profile)
	var early *Early
	if errors.As(err, &early) && early.Status == emit.Doubt {
		exact, err := p.device.Build(ctx, p.Text, p.may)
		if err != nil {
			return nil, err
		}
		return p.run(ctx, exact, inputs, opts, lost, profile)
	}
	return res, err
}

// run is Run with the kernels of some text.
func (p *Program) run(ctx context.Context, code gpu.Kernels, inputs []value.Val, opts engine.Options, lost Lost, profile *Profile) (res []value.Val, err error) {
	r := &run{
		Program: p, ctx: ctx, code: code, all: map[*block]bool{}, profile: profile, vars: make([]num.Num, p.p.Slots), blocks: make([]*block, p.p.Slots),
		limit: opts.Memory / 8, arith: value.NewArith(0).Within(engine.NewBudget(ctx, opts.Memory)), words: opts.Memory / 8,
	}
	defer r.end()
	defer func() {
		switch e := recover().(type) {
		case nil:
		case ended:
			err = e.err
		case *engine.Interrupted:
			if err = e; ctx.Err() == nil { // there is not enough memory for a number
				err = &Early{emit.Memory}
			}
		case *diag.Diagnostic: // an operator is stuck, or its result too large
			err = &Early{emit.Overflow}
		default:
			panic(e)
		}
	}()
	r.begin()
	for k, x := range p.p.Inputs {
		r.input(x, inputs[k])
	}
	r.stms(p.p.Body)
	r.check()
	for k, x := range p.p.Return {
		res = append(res, r.result(k, x, lost))
	}
	return res, nil
}

// input binds a number, or the block of an array and its sizes.
func (r *run) input(x *syntax.Binding, v value.Val) {
	if v.A == nil {
		r.vars[x.ID] = v.I
		return
	}
	if x.Type.Elem == syntax.Mem { // the array is all its words
		r.blocks[x.ID] = r.given(v.A)
		return
	}
	for k, d := range x.Type.Dims {
		n := num.Of(int64(v.A.Shape[k]))
		if y, ok := d.(*syntax.Var); ok && !r.sized[y.ID] {
			r.vars[y.ID] = n
			r.sized.add(y.ID)
		}
		if !r.scalar(d).Equal(n) {
			r.early(emit.Size)
		}
	}
	if b := r.residing(v.A); b != nil {
		r.blocks[x.Type.Mem.Block.ID] = b
		return
	}
	r.blocks[x.Type.Mem.Block.ID] = r.given(v.A)
}

// given is a block with the elements of an array.
func (r *run) given(a *value.Array) *block {
	data, flat := a.Elems.Words(a.Elem == syntax.F64)
	if !flat || a.Elems.HasUndefined() {
		r.early(Unfit)
	}
	return &block{words: int64(len(data)), host: data, given: true, elems: a.Elems}
}

// result reads the k-th result.
func (r *run) result(k int, x *imp.Result, lost Lost) value.Val {
	if !x.Type.IsArray() {
		return value.Number(r.scalar(x.X))
	}
	l := x.Type.Mem.L
	L := heap.LMAD{Dims: make([]heap.Dim, len(l.Dims))}
	n := int64(1)
	for k, d := range l.Dims {
		size := r.word(d.Size)
		if size < 0 || size > emit.MaxSize || n > 0 && size > emit.MaxSize/n {
			r.early(emit.Size)
		}
		n *= size
		L.Dims[k].Size = int(size)
	}
	if n > r.words {
		r.early(emit.Memory)
	}
	real := x.Type.Elem == syntax.F64
	var out []int64
	if n > 0 {
		for k, d := range l.Dims {
			if L.Dims[k].Size > 1 {
				L.Dims[k].Stride = int(r.word(d.Stride))
			}
		}
		L.Offset = int(r.word(l.Offset))
		b := r.block(x.Type.Mem.Block)
		if lo, hi, ok := L.Extent(); !ok || lo < 0 || int64(hi) >= b.words {
			r.early(emit.Check)
		}
		if lost != nil && b.there && b.host == nil && n == b.words && L.IsRowMajor() {
			if v, ok := r.stays(b, k, x.Type.Elem, L.Shape(), lost); ok {
				return v
			}
		}
		data := r.here(b)
		if L.IsRowMajor() {
			out = slices.Clone(data[:n])
		} else {
			out = make([]int64, 0, n)
			L.EachIndex(func(_ []int, off int) bool {
				out = append(out, data[off])
				return true
			})
		}
	}
	return value.Val{A: &value.Array{Elem: x.Type.Elem, Shape: L.Shape(), Elems: num.VecOfWords(out, real)}}
}

// ended is what ends a run.
type ended struct{ err error }

func (r *run) early(s emit.Status) { panic(ended{&Early{s}}) }

// must ends the run with an error of the device. Where it has no room, the engine below may have more.
func (r *run) must(err error) {
	var full *gpu.MemoryError
	switch {
	case err == nil:
	case errors.As(err, &full):
		panic(ended{fmt.Errorf("%w: %w", &Early{emit.Memory}, err)})
	default:
		panic(ended{err})
	}
}

// bits is a number as a word of a block.
func (r *run) bits(x num.Num) int64 {
	w, ok := x.Word()
	if !ok {
		r.early(emit.Overflow)
	}
	return w
}

// number is a word of a block as a number.
func number(w int64, real bool) num.Num {
	if real {
		return num.OfFloat(math.Float64frombits(uint64(w)))
	}
	return num.Of(w)
}
