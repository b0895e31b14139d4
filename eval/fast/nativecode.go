package fast

import (
	"context"
	"time"

	"funmem/semantics/syntax"
)

// natives are the kernels of a program that native code may run.
type natives struct {
	Natives
	kernels []*native
	built   bool
	eager   bool          // they are built before the run
	tried   bool          // to build them
	spent   time.Duration // in their kernels without native code
	reals   map[int]bool  // the variables that are f64s, or arrays of them
}

// nativesOf prepares native code for a program.
func nativesOf(n Natives, p *syntax.Program, inputs map[int]Input) *natives {
	all := &natives{Natives: n, reals: map[int]bool{}}
	syntax.Walk(p, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Binding); ok && x.Type != nil && x.Type.Elem == syntax.F64 {
			all.reals[x.ID] = true
		}
		return true
	})
	for id, in := range inputs {
		if in.Real || in.Block == nil && in.I.IsReal() {
			all.reals[id] = true
		}
	}
	return all
}

// worthCompiling is how long kernels run before they are compiled, unless that is asked for from the start. A C compiler
// takes some 100 ms, so a check with native code takes at most about twice as long as it should. Tests make it shorter.
var worthCompiling = 300 * time.Millisecond

// build translates and compiles the kernels, once. Without native code the closures run them.
func (n *natives) build(ctx context.Context) {
	if n.tried || len(n.kernels) == 0 {
		return
	}
	n.tried = true
	var all []*Code
	if !unlessDone(func() {
		for _, k := range n.kernels {
			if k.translate(n.Code(k.nest)); k.code != nil {
				all = append(all, k.code)
			}
		}
	}) || len(all) == 0 {
		return
	}
	n.built = n.Build(ctx, all) == nil
}

// native is an outermost kernel that may run as native code, with what it gets from outside.
type native struct {
	all     *natives
	c       *compiler
	nest    *Nest
	vars    map[int]operand // from outside
	code    *Code           // or nil
	arrays  []*view
	blocks  []*mem
	numbers []intFn
	count   func(words []int64)
	words   []int64
}

// native notes an outermost kernel. It returns nil if there is to be no native code.
func (c *compiler) native(k *syntax.Kernel, pat []*syntax.Binding) *native {
	if c.natives == nil || len(c.loops) > 0 || c.branches != nil || c.holes {
		return nil
	}
	n := &native{all: c.natives, c: c, vars: map[int]operand{}}
	outside := map[int]Outside{}
	free := syntax.FreeVars(k.Body)
	for _, d := range syntax.Reached(k, c.def) {
		free = append(free, syntax.FreeVars(d)...)
	}
	for _, x := range free {
		if _, ok := n.vars[x.ID]; ok || x.ID == k.Index[0].X.ID {
			continue
		}
		if !supported(func() { n.vars[x.ID] = c.given(x.ID) }) {
			return nil
		}
		o := Outside{Elem: elemOf(c.natives.reals[x.ID])}
		switch v := n.vars[x.ID]; {
		case v.v != nil:
			o.Rank = v.v.q
		case v.m != nil:
			o.Elem = syntax.Mem
		}
		outside[x.ID] = o
	}
	n.nest = &Nest{Kernel: k, Pat: pat, Outside: outside, Def: c.def, Ask: c.uses.ask}
	c.natives.kernels = append(c.natives.kernels, n)
	return n
}

// given is a variable that a kernel gets from outside.
func (c *compiler) given(id int) operand {
	c.resolve(id)
	return operand{n: c.names.ints[id], v: c.names.arrs[id], m: c.names.mems[id]}
}

// translate takes over the code of the kernel, or nil.
func (n *native) translate(code *Code) {
	n.code = code
	if code == nil {
		return
	}
	for _, id := range code.Arrays {
		n.arrays = append(n.arrays, n.vars[id].v)
	}
	for _, id := range code.Blocks {
		n.blocks = append(n.blocks, n.vars[id].m)
	}
	for _, id := range code.Numbers {
		n.numbers = append(n.numbers, emit(n.vars[id].n))
	}
	n.count = n.c.counter(code)
}

// counter returns what adds the numbers that code has counted to those of the run.
func (c *compiler) counter(code *Code) func(words []int64) {
	var add []func(n int)
	for _, x := range code.Bindings {
		add = append(add, c.noter(x, &view{}))
	}
	var made []*int
	for _, x := range code.Allocs {
		made = append(made, c.named(x.Written()))
	}
	var ran []*bool
	for _, name := range code.Calls {
		ran = append(ran, c.result.Called[name])
	}
	h, stats := c.u.heap, c.stats
	return func(words []int64) {
		for j, e := range code.Kernels {
			s, instances := stats[e], int(words[2*j])
			h.instances += int64(instances)
			s.Instances += instances
			s.Iterations += int(words[2*j+1])
		}
		words = words[2*MostKernels:]
		order := words[MostBindings:]
		for _, j := range order[1 : 1+order[0]] {
			add[j](int(words[j]))
		}
		for j, m := range made {
			*m += int(order[1+MostBindings+j])
		}
		for j, r := range ran {
			*r = *r || order[1+MostBindings+MostAllocs+j] > 0
		}
	}
}
