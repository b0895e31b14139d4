package examples_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/memory"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// oracle decides which forms are wrong. It runs a function and a form of it on its own arguments,
// of all sizes from 0 to 64. It does not use the generator, the search and the runs of validate.
type oracle struct {
	before, after     *validate.Program
	def, form         *syntax.Def
	constants         []int64 // constants of the form, with their neighbours, and small numbers
	kernels           *fast.Kernels
	sizes             []int                   // IDs of the sizes of def
	arrays, formed    []*syntax.Binding       // its array parameters, and those of the form
	numbers           []*syntax.Binding       // its ints and f64s
	formNumbers       map[int]*syntax.Binding // those of the form, by the ID of the def's
	beforeFun, afters *syntax.Program
}

// greatest is the greatest size that the oracle tries, and oracleSteps the most steps of one run.
const (
	greatest    = 64
	oracleSteps = 20_000
)

// newOracle pairs the defs of a name. It returns nil if they take arguments that the oracle cannot
// make.
func newOracle(before, after *validate.Program, form *syntax.Def) *oracle {
	o := &oracle{before: before, after: after, form: form, kernels: fast.NewKernels(engine.Options{}), formNumbers: map[int]*syntax.Binding{}}
	for _, d := range before.Core.Defs() {
		if d.Name == form.Name {
			o.def = d
		}
	}
	if o.def == nil || validate.Outside(form) != "" || outer(o.def) || outer(form) || before.Mem {
		return nil
	}
	var theirs []*syntax.Binding
	for _, x := range form.Arguments() {
		if x.Type.IsArray() {
			o.formed = append(o.formed, x)
		} else {
			theirs = append(theirs, x)
		}
	}
	for _, x := range o.def.Arguments() {
		if x.Type.IsArray() {
			o.arrays = append(o.arrays, x)
			for _, n := range x.Type.Dims {
				if v, ok := n.(*syntax.Var); ok && !slices.Contains(o.sizes, v.ID) {
					o.sizes = append(o.sizes, v.ID)
				}
			}
			continue
		}
		k := slices.IndexFunc(theirs, func(y *syntax.Binding) bool { return y.Written() == x.Written() })
		if k < 0 {
			return nil
		}
		o.numbers = append(o.numbers, x)
		o.formNumbers[x.ID] = theirs[k]
	}
	if len(o.arrays) != len(o.formed) {
		return nil
	}
	o.beforeFun, o.afters = bodyOf(before, o.def), bodyOf(after, form)
	o.constants = []int64{1, 0, 2, -1, 3}
	syntax.Walk(form, func(n syntax.Node) bool {
		if lit, ok := n.(*syntax.IntLit); ok {
			if k, fits := lit.Val.Int64(); fits {
				for _, y := range []int64{k, k - 1, k + 1} {
					if !slices.Contains(o.constants, y) {
						o.constants = append(o.constants, y)
					}
				}
			}
		}
		return true
	})
	return o
}

// outer tells whether a def uses names that are bound outside it.
func outer(d *syntax.Def) bool { return len(syntax.FreeVars(d)) > 0 }

// bodyOf is the body of a def as a program, with the functions around it.
func bodyOf(p *validate.Program, d *syntax.Def) *syntax.Program {
	q := &syntax.Program{Span: p.Core.Span}
	for _, other := range p.Core.Defs() {
		q.Decls = append(q.Decls, other)
	}
	for _, s := range d.Body.Stms {
		q.Decls = append(q.Decls, s)
	}
	q.Decls = append(q.Decls, &syntax.In{Span: d.Body.Span, Res: d.Body.Res})
	return q
}

// arguments are one input, by the IDs of the def.
type arguments struct {
	sizes, numbers map[int]num.Num
	arrays         []*value.Array
	shift          int // the offset of the arrays of the form in their blocks
}

// at returns the input for size n. In shape 0 all sizes are n; in shape k only the k-th size is n,
// and the others are 2. Elements are the constants in turn or, with a pattern, 1, 2 and so on.
func (o *oracle) at(n, shape, pattern int) arguments {
	a := arguments{map[int]num.Num{}, map[int]num.Num{}, nil, pattern % 2 * 2}
	for k, id := range o.sizes {
		size := n
		if shape > 0 && shape != k+1 {
			size = 2
		}
		a.sizes[id] = num.Of(int64(size))
	}
	choices := append([]int64{int64(n), 1, int64(n)/2 + 1, 2}, o.constants...)
	for k, x := range o.numbers {
		y := choices[(n+5*pattern+3*k)%len(choices)]
		a.numbers[x.ID] = num.Of(y)
		if x.Type.Elem == syntax.F64 {
			a.numbers[x.ID] = num.OfFloat(float64(y))
		}
	}
	i := 0
	for _, x := range o.arrays {
		var shape []int
		for _, e := range x.Type.Dims {
			k := num.Of(0)
			switch e := e.(type) {
			case *syntax.Var:
				k = a.sizes[e.ID]
			case *syntax.IntLit:
				k = e.Val
			}
			y, _ := k.Int64()
			shape = append(shape, int(y))
		}
		v := value.NewArray(x.Type.Elem, shape)
		for j := range v.Elems.Len() {
			y := int64(j + 1)
			if pattern != 1 {
				y = o.constants[(i*(1+pattern)+n)%len(o.constants)]
			}
			v.Elems.Set(j, num.Of(y))
			if x.Type.Elem == syntax.F64 {
				v.Elems.Set(j, num.OfFloat(float64(y)))
			}
			i++
		}
		a.arrays = append(a.arrays, v)
	}
	return a
}

// patterns is how many contents the oracle has for each size and shape.
const patterns = 3

// wrong tells whether one run shows that the form is wrong.
func (o *oracle) wrong(t testing.TB) (n int, why string) {
	for n := 0; n <= greatest; n++ {
		for shape := 0; shape == 0 || shape <= len(o.sizes) && len(o.sizes) > 1; shape++ {
			for pattern := range patterns {
				if why := o.refutes(t, o.at(n, shape, pattern)); why != "" {
					return n, why
				}
			}
		}
	}
	return 0, ""
}

// refutes says what one input shows; "" if it shows nothing wrong.
func (o *oracle) refutes(t testing.TB, a arguments) string {
	t.Helper()
	m := value.New(engine.Options{Memory: 1 << 28})
	m.Accelerate = o.kernels.Accelerate
	for id, k := range a.sizes {
		m.Env.Bind(id, value.Number(k))
	}
	for id, k := range a.numbers {
		m.Env.Bind(id, value.Number(k))
	}
	for k, x := range o.arrays {
		m.Env.Bind(x.ID, value.Val{A: a.arrays[k]})
	}
	all, err := m.Run(engine.WithSteps(context.Background(), oracleSteps), o.beforeFun)
	if err != nil {
		return ""
	}
	var want []value.Val
	for _, k := range o.def.Values() {
		want = append(want, all[k])
	}
	if o.clean(a, want) {
		return ""
	}
	s, _ := o.session(a)
	v, err := s.Check(engine.WithSteps(context.Background(), oracleSteps), o.afters)
	var stop *engine.Interrupted
	switch {
	case errors.As(err, &stop):
		return ""
	case err != nil:
		t.Fatal(err)
	case v.Stuck != nil:
		return "stuck: " + v.Stuck.Message
	case !v.RaceFree:
		return "a race"
	case !v.Valid:
		return "invalid"
	}
	for i, k := range o.form.Values() {
		shown, err := memory.Show(v.Outcome.Results[k])
		if err != nil || !want[i].Shows(shown) {
			return "another result"
		}
	}
	for k, x := range o.formed {
		if !(x.Unique && o.arrays[k].Unique) && s.Overwritten(o.form, x, a.arrays[k]) != nil {
			return "an argument overwritten"
		}
	}
	return ""
}

// clean tells whether the fast engine finds nothing wrong and no block of an argument is written.
func (o *oracle) clean(a arguments, want []value.Val) bool {
	_, inputs := o.session(a)
	c, ok := fast.CheckBody(engine.WithSteps(context.Background(), oracleSteps), o.afters, inputs, engine.Options{Memory: 1 << 28})
	if !ok {
		return false
	}
	for b, cells := range c.Wrote {
		for i := range cells.Len() {
			if !cells.At(i).Equal(b.Cell(i)) {
				return false
			}
		}
	}
	for i, k := range o.form.Values() {
		if !want[i].Shows(c.Results[k]) {
			return false
		}
	}
	return true
}

// session returns a session with the arguments of the form: each array row-major in a block of its
// own.
func (o *oracle) session(a arguments) (*validity.Session, map[int]fast.Input) {
	s := validity.NewSession(engine.Options{Memory: 1 << 28})
	inputs := map[int]fast.Input{}
	number := func(id int, k num.Num) {
		s.Heap.Env.Bind(&syntax.Binding{ID: id}, memory.Number(k))
		s.Value.Env.Bind(id, value.Number(k))
		inputs[id] = fast.Input{I: k}
	}
	for id, k := range a.numbers {
		number(o.formNumbers[id].ID, k)
	}
	for k, x := range o.formed {
		v := a.arrays[k]
		l := heap.LMAD{Offset: a.shift, Dims: make([]heap.Dim, len(v.Shape))}
		if off, fixed := x.Type.Mem.L.Offset.(*syntax.Var); fixed {
			number(off.ID, num.Of(int64(a.shift)))
		} else {
			l.Offset = 0
		}
		stride := 1
		for d := len(v.Shape) - 1; d >= 0; d-- {
			l.Dims[d] = heap.Dim{Size: v.Shape[d], Stride: stride}
			if size, ok := x.Type.Dims[d].(*syntax.Var); ok {
				number(size.ID, num.Of(int64(v.Shape[d])))
			}
			stride *= v.Shape[d]
		}
		for d, e := range x.Type.Mem.L.Dims {
			if st, ok := e.Stride.(*syntax.Var); ok && !o.isSize(x, st.ID) {
				number(st.ID, num.Of(int64(l.Dims[d].Stride)))
			}
		}
		cells := value.NewArray(x.Type.Elem, []int{l.Offset + v.Elems.Len()}).Elems
		for i := range v.Elems.Len() {
			cells.Set(l.Offset+i, v.Elems.At(i))
		}
		block := x.Type.Mem.Block
		b := s.Heap.Heap.Adopt(block.Name, x.Span, cells, &heap.Site{What: "an argument", Array: x.Written(), Real: cells.IsReal()})
		s.Heap.Env.Bind(&syntax.Binding{ID: block.ID}, memory.Val{B: b})
		s.Heap.Env.Bind(x, memory.Val{B: b, L: l, E: x.Type.Elem, V: v})
		s.Value.Env.Bind(x.ID, value.Val{A: v})
		inputs[block.ID] = fast.Input{Block: b}
		inputs[x.ID] = fast.Input{Block: b, L: l, Real: x.Type.Elem == syntax.F64}
	}
	for _, x := range o.form.Params {
		if _, ok := inputs[x.ID]; !ok && x.Type.IsInt() {
			number(x.ID, num.Of(0))
		}
	}
	return s, inputs
}

func (o *oracle) isSize(x *syntax.Binding, id int) bool {
	return slices.ContainsFunc(x.Type.Dims, func(e syntax.Expr) bool {
		v, ok := e.(*syntax.Var)
		return ok && v.ID == id
	})
}
