package imp

import (
	"context"
	"math"
	"slices"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/derive"
	"funmem/semantics/diag"
	ast "funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Input is the value of an input of a program: a number, an array or, for a block, a copy of the content of Block.
type Input struct {
	Value value.Val
	Block *heap.Block
}

// Outcome is what a run returns. After an error it holds what was found until then.
type Outcome struct {
	Results  []value.Val         // of the program's return
	Kernels  []*heap.KernelStats // one per kernel in the text, in the order of their first instance
	Warnings diag.List           // races, and reads of what nothing wrote
	Heap     *heap.Heap
	Places   []Place // of the results; a number has no place
	Vars     []Var   // the inputs, their blocks, and what the program declares outside branches and loops
}

// Place is where an array lies.
type Place struct {
	Block *heap.Block
	LMAD  heap.LMAD
}

// Var is the value of a variable at the end.
type Var struct {
	*syntax.Binding
	K     num.Num
	Block *heap.Block // nil: a number, or no block yet
}

// Run evaluates a resolved program (E-IMP-PROG) with inputs by name. If no rule applies, the error is a diag.Diagnostic
// of kind Stuck. If an input is missing or does not fit, it is of kind Usage. If ctx ends, the error is an
// engine.Interrupted. The outcome is never nil.
func Run(ctx context.Context, p *ast.Program, inputs map[string]Input, opts engine.Options) (*Outcome, error) {
	return Follow(ctx, p, inputs, opts, nil, nil)
}

// Watch says what to keep: the state at the wanted accesses to a location, which may be nil, and where the run is stuck; and the
// traces ⟨R, W⟩ of kernels.
type Watch struct {
	Spot *heap.Spot
	Want []int // their numbers
	Seen []*Moment

	Traces *heap.Recording // of the kernels, if there is a Limit
	Limit  int             // of accesses, instances and iterations that are kept

	Derive *derive.Recorder // gets the derivation
}

// Moment is the state before an access, or where a run is stuck, with the surrounding iterations and rounds, outermost
// first. Its blocks are copies.
type Moment struct {
	Access heap.Access
	Stuck  bool     // no access: the run goes no further
	Stm    ast.Stm  // the statement being evaluated; nil: none in the body
	Around []string // "iteration 2 of kernel `i`"
	Blocks []*heap.Block
	e      []val
}

// Var returns the value of a variable at the moment.
func (m *Moment) Var(x *syntax.Binding) Var { return Var{x, m.e[x.ID].k, m.e[x.ID].b} }

// now returns the current state.
func (r *run) now() *Moment {
	m := &Moment{Stm: r.at, Around: r.turns(), e: slices.Clone(r.E)}
	of := r.H.Copy()
	for k := range m.e {
		m.e[k].b = of(m.e[k].b)
	}
	for _, b := range r.H.Blocks() {
		m.Blocks = append(m.Blocks, of(b))
	}
	return m
}

// Follow is Run that also records what happens to a location, or to a block, and what is watched. Both may be nil.
func Follow(ctx context.Context, p *ast.Program, inputs map[string]Input, opts engine.Options, life *heap.Life, watch *Watch) (out *Outcome, err error) {
	r := start(ctx, p, opts)
	if r.T.Life = life; life != nil {
		life.Around = func() []string {
			turns := r.turns()
			slices.Reverse(turns)
			return turns
		}
	}
	if watch != nil && watch.Derive != nil {
		r.rec = &derivation{Recorder: watch.Derive}
	}
	if watch != nil && watch.Limit > 0 {
		watch.Traces = r.T.Record(watch.Limit)
	}
	if watch != nil && watch.Spot != nil {
		r.T.Spot = watch.Spot
		watch.Spot.Before = func(k int, a heap.Access) {
			if slices.Contains(watch.Want, k) {
				m := r.now()
				m.Access = a
				watch.Seen = append(watch.Seen, m)
			}
		}
	}
	defer func() {
		r.out.Vars = r.vars(p)
		r.out.Kernels = r.T.Kernels()
		r.out.Warnings = r.warnings()
		if e := recover(); e != nil {
			if watch != nil {
				m := r.now()
				m.Stuck = true
				watch.Seen = append(watch.Seen, m)
			}
			out, err = r.out, r.stopped(e)
		}
	}()
	r.prog(p, inputs)
	return r.out, nil
}

// val is v: a number k, or the label of a block; nil is ⊥.
type val struct {
	k   num.Num
	b   *heap.Block
	mem bool // it is a block
}

// run is one Run.
type run struct {
	E         []val // by the ID of the variable
	H         *heap.Heap
	T         *heap.Tracer
	opts      engine.Options
	budget    *engine.Budget
	arith     value.Arith
	out       *Outcome
	rec       *derivation
	lookup    func(x *syntax.Var) num.Num
	instances int64 // kernel instances so far, for random schedules
	around    []frame
	src       *diag.Source     // the text of the program, or nil
	at        ast.Stm          // the statement being evaluated
	sites     map[ast.Stm]site // for the statements that access memory
	kernels   map[ast.Stm]*heap.Kernel
	outer     map[ast.Stm][]int // for a loop: the variables from outside that it assigns to
	offset    [1]int            // scratch: the index of an access
}

// site is the place of a statement that reads, for ints and for reals.
type site struct{ ints, reals *heap.Site }

// frame is a running loop, in iteration or round i.
type frame struct {
	what string
	at   diag.Span
	i    int
}

func start(ctx context.Context, p *ast.Program, opts engine.Options) *run {
	r := &run{
		E: make([]val, p.Slots), H: heap.New(), src: p.Span.Src, opts: opts, budget: engine.NewBudget(ctx, opts.Memory),
		sites: map[ast.Stm]site{}, kernels: map[ast.Stm]*heap.Kernel{},
		outer: map[ast.Stm][]int{},
	}
	r.out = &Outcome{Heap: r.H}
	r.T = heap.NewTracer(r.H)
	r.T.Carry = true
	r.lookup = func(x *syntax.Var) num.Num { return r.E[x.ID].k }
	r.arith = value.NewArith(opts.Digits).Within(r.budget)
	r.H.Poll = func() error { return r.budget.Copied(heap.PollEvery) }
	r.H.Grant = r.budget.Make
	return r
}

// vars returns the values of the variables that are in scope at the end.
func (r *run) vars(p *ast.Program) []Var {
	var list []Var
	add := func(x *syntax.Binding) { list = append(list, Var{x, r.E[x.ID].k, r.E[x.ID].b}) }
	for _, x := range p.Inputs {
		if add(x); x.Type.IsArray() {
			list[len(list)-1].Block = r.E[x.Type.Mem.Block.ID].b
		}
	}
	for _, s := range p.Body {
		if d, ok := s.(*ast.Declare); ok {
			add(d.X)
		}
	}
	return list
}

// scalar is E(se).
func (r *run) scalar(rule string, se syntax.Expr) num.Num {
	switch se := se.(type) {
	case *syntax.Var:
		return r.E[se.ID].k
	case *syntax.IntLit:
		return se.Val
	}
	return r.arith.Scalar(rule, se, r.lookup)
}

// block returns E(x), for a block that was allocated.
func (r *run) block(rule string, x *syntax.Var) *heap.Block {
	b := r.E[x.ID].b
	if b == nil {
		panic(stuck(rule, x.Span, "the block `%s` was never allocated", x.Name))
	}
	return b
}

// place returns E(se) as an offset in a block.
func (r *run) place(rule string, b *heap.Block, se syntax.Expr, write bool, at *heap.Site) int {
	k := r.scalar(rule, se)
	off, ok := k.Int64()
	if !ok || off < math.MinInt || off > math.MaxInt {
		r.refuse(rule, &heap.BoundsError{Block: b, Wide: true, Write: write, Site: at})
	}
	return int(off)
}

// bound returns E(se), the number of iterations of a kernel.
func (r *run) bound(rule string, se syntax.Expr) int {
	k := r.scalar(rule, se)
	if k.Sign() < 0 {
		panic(stuck(rule, se.GetSpan(), "%s", diag.Negative("the bound `"+syntax.Line(se)+"`", k.Brief())))
	}
	n, ok := k.Int64()
	if !ok || n > math.MaxInt {
		panic(stuck(rule, se.GetSpan(), "the bound `%s` is %s, more than can be counted", syntax.Line(se), k.Brief()))
	}
	return int(n)
}

// sitesOf returns the places of an access for reports.
func (r *run) sitesOf(s ast.Stm, x *syntax.Var) site {
	at, ok := r.sites[s]
	if !ok {
		what := "`" + ast.Line(s) + "`"
		at = site{&heap.Site{What: what, Array: x.Name, At: s.GetSpan()}, &heap.Site{What: what, Array: x.Name, At: s.GetSpan(), Real: true}}
		r.sites[s] = at
	}
	return at
}

// assigned returns the variables from outside that a loop assigns to.
func (r *run) assigned(s ast.Stm, body []ast.Stm) []int {
	ids, ok := r.outer[s]
	if ok {
		return ids
	}
	declared, seen := map[int]bool{}, map[int]bool{}
	ast.Walk(body, func(s ast.Stm) bool {
		if d, ok := s.(*ast.Declare); ok {
			declared[d.X.ID] = true
		} else if x := ast.Target(s); x != nil && !declared[x.ID] && !seen[x.ID] {
			seen[x.ID] = true
			ids = append(ids, x.ID)
		}
		return true
	})
	r.outer[s] = ids
	return ids
}

// retain drops the blocks that a loop allocated and that no variable from outside holds, because nothing reaches them
// any more. There were n blocks before the loop.
func (r *run) retain(n int, outer []int) {
	if r.H.Len() == n {
		return
	}
	var roots []*heap.Block
	for _, id := range outer {
		if b := r.E[id].b; b != nil {
			roots = append(roots, b)
		}
	}
	r.H.Retain(n, roots)
}

// poll ends the run if its context is done.
func (r *run) poll() {
	if err := r.budget.Poll(); err != nil {
		panic(err)
	}
}

// enterKernel starts an instance of a kernel and returns the order of its iterations.
func (r *run) enterKernel(s *ast.Kernel, k int) (order func(t int) int) {
	r.instances++
	if !r.opts.Schedule.IsForward() {
		if err := engine.PanicIfInterrupted(r.budget.Grant(int64(k))); err != nil {
			r.refuse("E-IMP-KERNEL", err)
		}
	}
	info := r.kernels[s]
	if info == nil {
		info = &heap.Kernel{Binds: s.X.Name, At: s.Span}
		r.kernels[s] = info
	}
	r.T.EnterKernel(info, k)
	r.rec.enterKernel(k)
	r.around = append(r.around, frame{what: "iteration %d of kernel `" + s.X.Name + "`", at: s.Span})
	if err := r.budget.Take(int64(k), func() { order = r.opts.Schedule.Order(k, r.instances) }); err != nil {
		panic(err)
	}
	return order
}

// iteration starts iteration i of the innermost kernel.
func (r *run) iteration(i int) {
	r.poll()
	r.T.Iteration(i)
	r.rec.iteration(i)
	r.around[len(r.around)-1].i = i
}

func (r *run) leaveKernel() {
	r.T.LeaveKernel()
	r.leaveLoop()
}
