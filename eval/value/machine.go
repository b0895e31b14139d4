package value

import (
	"context"

	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/semantics/derive"
	"funmem/semantics/diag"
	"funmem/semantics/shared"
	"funmem/semantics/syntax"
)

// Machine evaluates programs under the value semantics. What a program binds at its top level is in Env for the
// programs after it.
type Machine struct {
	Env  Env
	Defs shared.Map[string, *syntax.Def]

	// Accelerate, if set, is asked first for the values of a kernel, a fold, a loop or a call.
	Accelerate Accelerator

	// Record, if set, gets the derivation of each Run. Nothing is accelerated then.
	Record *derive.Recorder

	// Kept, if set, keeps the last value of every variable, including those in bodies.
	Kept *Kept

	// Folded, if set, is told the accumulators of a reduce or scan before each element, and that element. Nothing
	// is accelerated then.
	Folded func(f *syntax.Fold, accs, elems []Val)

	opts  engine.Options
	arith Arith
}

// Accelerator returns the values of an expression e that pat binds. If it returns false, because it does not know how or e is
// stuck, the rule of e is applied. Its values must equal those of the rule.
type Accelerator func(ctx context.Context, pat []*syntax.Binding, e syntax.Expr, env Env, def func(name string) *syntax.Def) ([]Val, bool)

// bind is E, x ↦ v.
func (m *run) bind(x *syntax.Binding, v Val) {
	m.E.Bind(x.ID, v)
	m.record.Bind(x)
	if m.Kept != nil && m.Kept.wants(m.frames) {
		m.Kept.Env.Bind(x.ID, v)
	}
}

// New returns a machine with an empty environment.
func New(opts engine.Options) *Machine {
	return &Machine{opts: opts, arith: NewArith(opts.Digits)}
}

// SetDigits changes the precision of f64s in what runs from here on.
func (m *Machine) SetDigits(digits int) {
	if m.opts.Digits != digits {
		m.opts.Digits, m.arith = digits, NewArith(digits)
	}
}

// Run evaluates a core program of Fun: it adds the functions to Defs, runs the statements in order, and returns the
// values of the result. The error is a *diag.Diagnostic if evaluation is stuck, and *engine.Interrupted if ctx is
// done. After an error, Env and Defs are as before, and the returned values are those that were already known, from
// the first one on.
func (m *Machine) Run(ctx context.Context, p *syntax.Program) (v []Val, err error) {
	r := &run{Machine: m, E: m.Env.Clone(), record: m.Record, ctx: ctx, opts: m.opts}
	r.budget = engine.NewBudget(ctx, m.opts.Memory)
	r.arith = m.arith.Within(r.budget)
	defs := p.Defs()
	r.defs = m.Defs.Clone()
	for _, d := range defs {
		r.defs.Set(d.Name, d)
	}
	b := p.Main()
	r.top = b.Stms
	defer func() {
		switch stop := recover().(type) {
		case nil:
		case *diag.Diagnostic:
			v, err = r.reached(b), r.stuck(stop)
		case *engine.Interrupted:
			v, err = r.reached(b), stop
		default:
			panic(stop)
		}
	}()
	if err := r.budget.Poll(); err != nil {
		return nil, err
	}
	v = r.body(b.Stms, b.Res)
	globals := m.Env.Clone()
	for _, s := range b.Stms {
		if s, ok := s.(*syntax.Let); ok {
			for _, x := range s.Pat {
				globals.Bind(x.ID, r.E.Of(x.ID))
			}
		}
	}
	m.Env, m.Defs = globals, r.defs
	return v, nil
}

// run is one Run of a machine. E is extended in place: binders are unique, so a binding is seen only where it is in
// scope.
type run struct {
	*Machine
	E      Env
	defs   shared.Map[string, *syntax.Def]
	record *derive.Recorder
	ctx    context.Context
	opts   engine.Options
	budget *engine.Budget
	arith  Arith           // the machine's arithmetic, within the budget
	frames []machine.Frame // where evaluation is: calls, iterations and rounds, innermost last
	at     syntax.Stm
	top    []syntax.Stm // the statements of the program
	begun  int          // how many of them have begun
	moved  int          // array elements made since the context was last checked
	kernel int64        // number of kernel instances so far, for the schedule
}

// stuck completes a diagnostic with what only the run knows: the statement, and the surrounding iterations and calls.
func (m *run) stuck(d *diag.Diagnostic) *diag.Diagnostic {
	m.opts.Coverage.Refuse(d.Rule)
	return machine.Within(d, m.at, m.frames)
}

// step starts a statement. Each one checks the context: that is cheap compared with a statement, and a statement
// with large integers may take long.
func (m *run) step(s syntax.Stm) {
	m.at = s
	if m.begun < len(m.top) && m.top[m.begun] == s {
		m.begun++
	}
	if p := m.opts.Place; p.Asked(len(m.frames) == 0) {
		p.Say(machine.Place(s, machine.Around(m.frames)))
	}
	m.poll()
}

// reached returns values of a program that ended early: its results from the first one on, up to one that needs an
// unfinished statement.
func (m *run) reached(b *syntax.Body) (v []Val) {
	missing, stuck := map[int]bool{}, diag.Span{}
	if m.begun > 0 {
		stuck = b.Stms[m.begun-1].GetSpan()
	}
	for _, s := range b.Stms[max(0, m.begun-1):] {
		if s, ok := s.(*syntax.Let); ok {
			for _, x := range s.Pat {
				missing[x.ID] = true
			}
		}
	}
	for _, e := range b.Res {
		if x, ok := e.(*syntax.Var); ok && missing[x.ID] {
			break
		}
		if at := e.GetSpan(); stuck.IsValid() && at.Src == stuck.Src && at.End > stuck.Start {
			break // it stands after what is stuck, or around it
		}
		v = append(v, m.atom(e))
	}
	return v
}

// poll ends the run if its context is done.
func (m *run) poll() {
	if err := m.budget.Poll(); err != nil {
		panic(err)
	}
}

// enterKernel starts an instance of a kernel and returns the order of its iterations.
func (m *run) enterKernel(z *syntax.Binding, e *syntax.Kernel, n int) (at func(t int) int) {
	if !m.opts.Schedule.IsForward() {
		m.grant("E-KERNEL", e, []int{n})
	}
	m.kernel++
	m.frames = append(m.frames, machine.Frame{At: e.Span, What: machine.KernelName(z, e)})
	m.record.EnterKernel(n)
	if err := m.budget.Take(int64(n), func() { at = m.opts.Schedule.Order(n, m.kernel) }); err != nil {
		panic(err)
	}
	return at
}

// iteration starts iteration i of the innermost kernel.
func (m *run) iteration(i int) {
	m.poll()
	m.frames[len(m.frames)-1].I = i
	m.record.Iteration(i)
}

func (m *run) leaveKernel() {
	m.frames = m.frames[:len(m.frames)-1]
	m.record.LeaveKernel()
}

// accelerated asks the fast engine, if there is one.
func (m *run) accelerated(pat []*syntax.Binding, e syntax.Expr) ([]Val, bool) {
	if m.Accelerate == nil || m.record != nil || m.Folded != nil || m.opts.Digits > 0 {
		return nil, false
	}
	v, ok := m.Accelerate(m.ctx, pat, e, m.E, m.defs.Get)
	m.poll()
	return v, ok
}
