package memory

import (
	"context"
	"slices"

	"funmem/eval/engine"
	"funmem/eval/finding"
	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/derive"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/shared"
	"funmem/semantics/syntax"
)

// Options are the choices of a machine.
type Options struct {
	engine.Options
	// Validate runs the value semantics in lockstep and looks for a divergence.
	Validate bool
	// Trace keeps the full traces of each run, up to that many accesses, iterations and instances; 0 keeps none.
	Trace int
	// Keep selects the iterations for these traces.
	Keep heap.Selection
	// Moments keeps states of the evaluation; nil keeps none.
	Moments *Moments
	// Life records what happens to one location or block; nil records nothing.
	Life *heap.Life
	// References follows the references to blocks; nil: nothing does.
	References References
	// Watch is told each step; nil: nobody is.
	Watch Watcher
	// Derive records the derivation of what runs; nil records nothing.
	Derive *derive.Recorder
}

// Machine evaluates FUNMEM programs in an environment and a heap that stay alive between programs, as the REPL needs.
// It is not safe for concurrent use.
type Machine struct {
	Env  Env
	Heap *heap.Heap
	Defs shared.Map[string, *syntax.Def]
	Opts Options

	globals   []int // the IDs that programs bound at top level
	instances int64 // kernel instances so far, for random schedules
	scratch   bool  // some program had a scratch
	diverged  bool  // integers in Env may differ from the value semantics
}

// New returns a machine with an empty environment and heap.
func New(opts Options) *Machine {
	return &Machine{Heap: heap.New(), Opts: opts}
}

// Outcome is what one run returns, in addition to its effects on the machine. After an error it holds what was found
// until then.
type Outcome struct {
	Results    []Val               // of the program's in (…)
	Kernels    []*heap.KernelStats // one per kernel in the text, or run from an earlier text
	Warnings   []*finding.Warning  // each once per place
	Bindings   []*finding.Binding  // array bindings that ran, under Validate
	Divergence *finding.Divergence // the first; nil: none was found, or none was looked for
	Overwrite  *finding.Overwrite  // the first; nil: as in Divergence
	Recording  *heap.Recording     // under Trace
	Usage      heap.Usage          // of memory
	Called     map[string]bool     // the functions that were really called
}

// Run evaluates a core FUNMEM program: it adds the functions, evaluates the statements in order, and returns the
// results (E-MEM-PROG). If no rule applies, the error is a diag.Diagnostic of kind Stuck; if ctx ends, it is an
// engine.Interrupted. A race is not an error. The outcome is never nil.
func (m *Machine) Run(ctx context.Context, p *syntax.Program) (out *Outcome, err error) {
	m.Heap.StartPeak()
	r := m.start(ctx)
	defer func() {
		r.finish()
		m.Heap.Grant, m.Heap.Poll = nil, nil
		if e := recover(); e != nil {
			out, err = r.out, r.stopped(e)
		}
	}()
	r.T.Carry = r.carries(p)
	for _, d := range p.Defs() {
		m.Defs.Set(d.Name, d)
		r.declare(d.Body)
	}
	main := p.Main()
	r.declare(main)
	r.memProg(main)
	for _, s := range main.Stms {
		if s, ok := s.(*syntax.Let); ok {
			for _, x := range s.Pat {
				m.globals = append(m.globals, x.ID)
			}
		}
	}
	return r.out, nil
}

// Input binds an array that comes from outside: a block with its elements in row-major order, and the array in it.
// Either binder may be nil.
func (m *Machine) Input(block, array *syntax.Binding, a *value.Array) {
	name := "input"
	if array != nil {
		name = array.Written()
	}
	site := &heap.Site{What: "input `" + name + "`", Array: name, Real: a.Elem == syntax.F64}
	of := name
	if block != nil {
		of = block.Written()
	}
	b := m.Heap.Adopt(of, diag.Span{}, a.Elems.Clone(), site)
	if block != nil {
		m.Env.Bind(block, Val{B: b})
	}
	if array != nil {
		L, _ := heap.RowMajor(a.Shape)
		m.Env.Bind(array, Val{B: b, L: L, E: a.Elem, V: a, checked: b.Version() + 1})
		m.Opts.Life.Given(b, site, L)
	}
}

// Lockstep tells whether the next Run can look for a divergence: the machine validates, and both semantics have the
// same integers.
func (m *Machine) Lockstep() bool { return m.Opts.Validate && !m.diverged }

// Collect forgets the values of all binders except those kept, and drops the blocks that nothing can reach any more. It
// returns the dropped blocks.
func (m *Machine) Collect(keep func(id int) bool) []*heap.Block {
	var roots []*heap.Block
	var globals []int // a savepoint may hold the others
	for _, id := range m.globals {
		if keep(id) {
			globals = append(globals, id)
		}
	}
	m.globals = globals
	for id := range m.Env.IDs() {
		b := m.Env.Of(id).B
		switch {
		case !keep(id):
			*m.Env.Place(id) = Val{}
		case b != nil:
			roots = append(roots, b)
		}
	}
	return m.Heap.Collect(roots)
}

// Savepoint is a state that a machine can return to.
type Savepoint struct {
	env  Env
	defs shared.Map[string, *syntax.Def]
	heap *heap.Savepoint

	diverged bool
	globals  []int
}

// Save marks the present state of environment, functions and heap.
func (m *Machine) Save() *Savepoint {
	return &Savepoint{m.Env.Clone(), m.Defs.Clone(), m.Heap.Save(), m.diverged, slices.Clip(m.globals)}
}

// Restore returns to the savepoint. That ends it and all later ones.
func (m *Machine) Restore(s *Savepoint) {
	m.Env, m.Defs, m.diverged, m.globals = s.env, s.defs, s.diverged, s.globals
	m.Heap.Restore(s.heap)
}

// Forget ends the savepoint and keeps the current state.
func (m *Machine) Forget(s *Savepoint) { m.Heap.Forget(s.heap) }

// Show returns what an integer or an array shows: nest(v̄, [k₁]…[k_n]), where v̄ are the elements that the heap has at
// (ℓ, L) (Def. 3.1, see the errata). The error is a *heap.BoundsError or a *heap.KindError. A block shows as 0, as
// after erasure (Fig. 9). An element that the value semantics knows to be undefined shows as undefined.
func Show(v Val) (value.Val, error) {
	if !v.IsArray() {
		return value.Number(v.I), nil
	}
	elems, err := v.B.View(v.L, v.IsReal())
	if err != nil {
		return value.Val{}, err
	}
	for k := range elems.Len() { // the content of a location that nobody has written means nothing
		if v.V == nil {
			break
		}
		if x := v.V.Elems.At(k); x.IsUndefined() {
			elems.Set(k, x)
		}
	}
	return value.Val{A: value.Nest(&value.Array{Elem: v.E, Shape: []int{elems.Len()}, Elems: elems}, v.L.Shape())}, nil
}

// run is one Run of a machine.
type run struct {
	*Machine
	H      *heap.Heap
	T      *heap.Tracer
	budget *engine.Budget
	arith  value.Arith
	out    *Outcome
	rec    *derivation
	shadow bool    // both semantics agree so far, and arrays have their values
	around []frame // the running kernels, loops and calls
	reads  map[*syntax.Index]*heap.Site
	sites  map[siteKey]sites
	kernel map[syntax.Expr]*heap.Kernel
	names  map[*syntax.Binding]*finding.Binding
	warned map[overlapKey]*finding.Warning
	lookup func(x *syntax.Var) num.Num
	at     syntax.Stm // the statement being evaluated
	ys     []int      // scratch: the index of an access
	i      [1]int     // scratch: the index of a row
}

// frame is a running kernel, loop, fold or call.
type frame struct {
	machine.Frame
	kernel *heap.Kernel
	racy   int  // how many of its instances raced before this one
	begun  bool // under Options.Moments: a statement of the current turn has been evaluated
}

func (m *Machine) start(ctx context.Context) *run {
	r := &run{
		Machine: m, H: m.Heap, T: heap.NewTracer(m.Heap),
		budget: engine.NewBudget(ctx, m.Opts.Memory), out: &Outcome{Called: map[string]bool{}}, shadow: m.Lockstep(),
		reads: map[*syntax.Index]*heap.Site{}, sites: map[siteKey]sites{}, kernel: map[syntax.Expr]*heap.Kernel{},
		names: map[*syntax.Binding]*finding.Binding{}, warned: map[overlapKey]*finding.Warning{},
	}
	r.arith = value.NewArith(m.Opts.Digits).Within(r.budget)
	r.lookup = func(x *syntax.Var) num.Num { return r.Env.Of(x.ID).I }
	m.Heap.Poll = func() error { return r.budget.Copied(heap.PollEvery) }
	m.Heap.Grant = r.budget.Make
	if m.Opts.Derive != nil {
		r.rec = newDerivation(m.Opts.Derive)
	}
	if r.T.Life = m.Opts.Life; r.T.Life != nil {
		r.T.Life.Around = r.turns
	}
	if m.Opts.References != nil {
		r.T.Touch = m.Opts.References.Touch
	}
	if m.Opts.Watch != nil {
		r.T.Watch = m.Opts.Watch
	}
	m.Opts.Moments.start(r)
	if m.Opts.Trace > 0 {
		r.out.Recording = r.T.Record(m.Opts.Trace)
		r.out.Recording.Keep = m.Opts.Keep
	}
	return r
}

// finish takes over the counts of the tracer.
func (r *run) finish() {
	r.Opts.Moments.finish()
	r.out.Kernels = r.T.Kernels()
	r.out.Usage = r.T.Usage()
	var unwritten []*finding.Warning
	for _, u := range r.T.Unwritten() {
		unwritten = append(unwritten, unwrittenWarning(u))
	}
	r.out.Warnings = append(unwritten, r.out.Warnings...)
}

// declare gives the kernels of a body their places in the report, in the order of the text.
func (r *run) declare(b *syntax.Body) {
	syntax.EachKernel(b, func(s *syntax.Let) { r.T.Declare(r.kernelOf(s.Pat, s.Exp)) })
}

// kernelOf returns the kernel of a statement for reports, if it is one.
func (r *run) kernelOf(pat []*syntax.Binding, e syntax.Expr) *heap.Kernel {
	k := r.kernel[e]
	if k == nil {
		k = &heap.Kernel{Binds: machine.KernelName(pat[0], e), At: e.GetSpan()}
		r.kernel[e] = k
	}
	return k
}
