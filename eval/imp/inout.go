package imp

import (
	"math"

	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/diag"
	ast "funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// inputs binds the inputs of the program.
func (r *run) inputs(p *ast.Program, inputs map[string]Input) {
	labels := map[*heap.Block]*heap.Block{}
	fixed := map[int]bool{}
	for _, x := range p.Inputs {
		in, ok := inputs[x.Name]
		switch t := x.Type; {
		case !ok:
			panic(diag.Errorf(diag.Usage, "", x.Span, "the input `%s` is missing", x.Name).Helpf("give it with `--in %s=…`", x.Name))
		case t.Elem == syntax.Mem && in.Block != nil:
			r.E[x.ID] = val{b: r.copied(x, in.Block, labels), mem: true}
		case t.Elem != syntax.Mem && in.Block == nil && t.IsArray() == (in.Value.A != nil) && in.Value.Elem() == t.Elem && len(in.Value.Shape()) == len(t.Dims):
			r.input(x, in.Value, fixed)
		default:
			panic(diag.Errorf(diag.Usage, "", x.Span, "the input `%s` is of type %s, and what is given is of type %s", x.Name, syntax.Line(t), given(in)))
		}
	}
}

func given(in Input) string {
	if in.Block != nil {
		return "mem"
	}
	return in.Value.Type()
}

// input binds a number, or the block of an array and the sizes that it fixes.
func (r *run) input(x *syntax.Binding, v value.Val, fixed map[int]bool) {
	if v.A == nil {
		r.E[x.ID].k = v.I
		fixed[x.ID] = true
		return
	}
	for k, n := range v.A.Shape {
		d := x.Type.Dims[k]
		if y, ok := d.(*syntax.Var); ok && !fixed[y.ID] {
			r.E[y.ID].k = num.Of(int64(n))
			fixed[y.ID] = true
		}
		if want := r.scalar("E-IMP-PROG", d); !want.Equal(num.Of(int64(n))) {
			panic(diag.Errorf(diag.Usage, "", d.GetSpan(), "the size `%s` of the input `%s` is %s, and what is given has %d", syntax.Line(d), x.Name, want.Brief(), n))
		}
	}
	b := r.adopt(x.Type.Mem.Block.Name, x, v.A.Elems)
	r.E[x.Type.Mem.Block.ID] = val{b: b, mem: true}
}

// copied returns a block with the content of another one. The same block always gives the same copy.
func (r *run) copied(x *syntax.Binding, from *heap.Block, labels map[*heap.Block]*heap.Block) *heap.Block {
	if labels[from] == nil {
		labels[from] = r.adopt(x.Name, x, from.Cells())
	}
	return labels[from]
}

func (r *run) adopt(name string, x *syntax.Binding, cells *num.Vec) *heap.Block {
	var own *num.Vec
	if err := r.H.Grant(int64(cells.Len()), func() { own = cells.Clone() }); err != nil {
		r.refuse("E-IMP-PROG", err)
	}
	return r.H.Adopt(name, x.Span, own, &heap.Site{What: "input `" + x.Name + "`", Array: x.Name, At: x.Span})
}

// array returns what the heap shows for a result.
func (r *run) array(res *ast.Result) value.Val {
	b := r.block("E-IMP-PROG", res.Type.Mem.Block)
	L := r.lmad(res)
	elems, err := b.View(L, res.Type.Elem == syntax.F64)
	if err != nil {
		r.at = nil
		r.refuseAt("E-IMP-PROG", res.Span, err)
	}
	r.out.Places = append(r.out.Places, Place{b, L})
	return value.Val{A: value.Nest(&value.Array{Elem: res.Type.Elem, Shape: []int{elems.Len()}, Elems: elems}, L.Shape())}
}

// lmad returns E(L) of a result. An offset or stride that no element uses needs a value, but of any size.
func (r *run) lmad(res *ast.Result) heap.LMAD {
	int := func(se syntax.Expr, least int64, used bool) int {
		k := r.scalar("E-IMP-PROG", se)
		n, ok := k.Int64()
		if ok = ok && n >= least && n <= math.MaxInt; !ok && used {
			panic(stuck("E-IMP-PROG", res.Span, "`%s` is %s, which no array can have", syntax.Line(se), k.Brief()))
		} else if !ok {
			return 0
		}
		return int(n)
	}
	l := res.Type.Mem.L
	L := heap.LMAD{Dims: make([]heap.Dim, len(l.Dims))}
	for k, d := range l.Dims {
		L.Dims[k].Size = int(d.Size, 0, true)
	}
	empty := L.Empty()
	for k, d := range l.Dims {
		L.Dims[k].Stride = int(d.Stride, math.MinInt64, !empty && L.Dims[k].Size > 1)
	}
	L.Offset = int(l.Offset, math.MinInt64, !empty)
	shape := L.Shape()
	if n, ok := machine.Count(shape); !ok || engine.PanicIfInterrupted(r.budget.Grant(2*int64(n))) != nil {
		panic(machine.TooBig("E-IMP-PROG", res.X, shape, nil))
	}
	return L
}
