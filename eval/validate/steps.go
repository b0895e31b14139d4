package validate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"funmem/eval/engine"
	"funmem/eval/finding"
	"funmem/eval/machine"
	"funmem/eval/memory"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Step is a variable that a statement binds, with its value.
type Step struct {
	Name    string
	At      diag.Span // where it is bound
	Written bool      // the name stands in the program
	Value   value.Val // in the value semantics, if Known
	Known   bool
	Heap    value.Val // what the heap shows for an array of FUNMEM, if anything,
	When    string    // and at which time: "at the race"
	Lacks   string    // why the heap shows nothing although the block was not freed
	Block   string    // where it lies, or which block it is
	IsBlock bool
	Alloc   bool   // the statement allocates the block,
	Size    int    // of this size
	Free    bool   // not a variable, but the end of the life of the block with this name
	Stuck   bool   // nothing is bound: the evaluation got stuck in the statement
	Hidden  bool   // it has nothing to do with what differs
	Depth   int    // how many bodies it is bound in; 0: directly in the function or the program
	Scope   string // not a variable, but the body of the steps that follow
	Event   *Event // not a variable, but an event
	turn    int64  // for a scope: the iteration or round; 0: a branch or a call
	in      string // the iterations and rounds around it, such as "1/2/"; see locate
	id      int    // of the variable
	nth     int    // among the variables with this name
}

// Indent returns how far the page moves a step to the right, in ems.
func (s *Step) Indent() int {
	if s.Scope != "" {
		return 2*s.Depth - 1
	}
	return 2*s.Depth + 1
}

// Differs tells whether the heap shows another value than the value semantics.
func (s *Step) Differs() bool {
	return s.Lacks != "" || s.Heap.A != nil && s.Known && !s.Value.Shows(s.Heap)
}

// View is an array that lies in a block.
type View struct {
	Name string
	L    heap.LMAD
}

// Cells is a block at the end of a run.
type Cells struct {
	Block  string
	Freed  bool // it has no cells any more
	Values []num.Num
	Marked int    // the offset of the cell that differs, or that iterations race for, or -1
	Views  []View // the arguments, and the steps' arrays that lie there
}

// Trace is the record of a run of one side.
type Trace struct {
	Steps []Step
	Heap  []Cells
	When  string           // the time at which the heap had this state: "at the end"
	turns [][]machine.Turn // the iterations and rounds that the steps show
}

// atEnd is the time after a run.
const atEnd = "at the end"

// Traces are the runs of BEFORE and AFTER on the input of a failure. If BEFORE is itself wrong, they are BEFORE's value
// semantics and what BEFORE does on the heap.
type Traces struct {
	Before, After *Trace
	itself        bool
}

// Names are what the two runs are called.
func (t *Traces) Names() [2]string {
	if t.itself {
		return [2]string{"BEFORE's values", "BEFORE"}
	}
	return [2]string{"BEFORE", "AFTER"}
}

// Explain runs the input of a failure again and records what each side does with it. memory is BEFORE with memory if
// BEFORE is in Fun; it may be nil. If the time or the steps are over first, the result says so.
func (r *Result) Explain(ctx context.Context, o *Options, memory *Program) (*Traces, error) {
	until, cancel := apart(ctx, r.deadline)
	defer cancel()
	steps := engine.WithSteps(until, explainSteps)
	t, err := r.traces(steps, o, memory)
	switch {
	case err == nil || ctx.Err() != nil:
	case until.Err() != nil:
		r.Untraced = ended(until)
	case steps.Over():
		r.Untraced = fmt.Sprintf("that takes more than %d steps", explainSteps)
	}
	return t, err
}

// explainSteps is how many steps the runs that explain a failure may take.
const explainSteps = 10 * EachSteps

func (r *Result) traces(ctx context.Context, o *Options, memory *Program) (*Traces, error) {
	run := newRunner(r.Subject, o)
	in := r.Failure.Input
	t := &Traces{Before: &Trace{When: atEnd}, itself: r.Word == StuckBefore && r.Subject.Before.program.Mem && r.Subject.Before.program.IMP == nil}
	run.failing = &r.Subject.After
	if t.itself {
		run.failing = &r.Subject.Before
	} else if s := r.Subject.inMemory(memory); s != nil && !r.InFun() {
		heapTrace, err := run.trace(ctx, s, in, r.Failure)
		if err == nil {
			t.Before.Heap = heapTrace.Heap
		}
	}
	var err error
	if t.After, err = run.trace(ctx, run.failing, in, r.Failure); err != nil {
		return nil, err
	}
	if err := run.values(ctx, t, in); err != nil {
		return nil, err
	}
	t.Before.finish()
	t.After.finish()
	t.locate()
	return t, nil
}

// values adds the variables that the statements of BEFORE bind, except blocks, and those of the iterations and rounds
// that AFTER shows.
func (r *runner) values(ctx context.Context, t *Traces, in *Input) error {
	s := &r.sub.Before
	var E value.Env
	var kept []value.Env
	turns := t.After.turns
	if len(turns) == 0 {
		turns = append(turns, nil)
	}
	for _, list := range turns {
		all, wanted, err := r.valuesOf(ctx, s, r.beforeFun, in, list)
		if err != nil {
			return err
		}
		E = all
		kept = append(kept, wanted)
	}
	for _, stm := range s.body.Stms {
		let, ok := stm.(*syntax.Let)
		if !ok {
			continue
		}
		if len(t.After.turns) > 0 {
			t.Before.nestedIn(s, let, kept, t.After)
		}
		t.Before.bound(s, let, E)
	}
	return nil
}

// valuesOf runs the value semantics of a side. It returns the values that the statements bind and, up to where it is stuck,
// those of all variables in the wanted iterations and rounds.
func (r *runner) valuesOf(ctx context.Context, s *side, p *syntax.Program, in *Input, turns []machine.Turn) (all, wanted value.Env, err error) {
	m := s.program.session(r.opts).Value
	s.bindValues(in, &m.Env)
	m.Kept = &value.Kept{Env: m.Env.Clone(), Turns: turns}
	_, err = m.Run(ctx, p)
	return m.Env, m.Kept.Env, err
}

// bound adds the variables that a statement of a side binds, except blocks.
func (t *Trace) bound(s *side, let *syntax.Let, E value.Env) {
	for _, x := range let.Pat {
		if name := s.stepName(x, let.Exp, s.body); name != "" && x.Type.Elem != syntax.Mem {
			t.Steps = append(t.Steps, Step{Name: name, At: x.Span, Written: x.Text != "", Value: E.Of(x.ID), Known: true, id: x.ID})
		}
	}
}

// inMemory returns BEFORE as a side with memory. That is BEFORE itself if it is in FUNMEM.
func (sub *Subject) inMemory(memory *Program) *side {
	switch {
	case sub.Before.program.Mem:
		return &sub.Before
	case memory == nil:
		return nil
	case sub.Name == "":
		s := memory.side()
		s.results, s.outputs = afterBlocks(sub.Before.types()), sub.Before.outputs
		return &s
	}
	for _, d := range memory.Core.Defs() {
		if d.Name == sub.Before.def.Name {
			if both, err := Pair(sub.Before.program, sub.Before.def, memory, d); err == nil {
				return &both.After
			}
		}
	}
	return nil
}

// Life runs the input of a failure again and follows a location, or a block, of AFTER.
func (r *Result) Life(ctx context.Context, o *Options, life *heap.Life) error {
	until, cancel := within(ctx, r.deadline)
	defer cancel()
	run := newRunner(r.Subject, o)
	run.failing = &r.After
	_, err := run.follow(until, &r.After, r.Failure.Input, r.Failure, life)
	if err != nil && until.Err() != nil && ctx.Err() == nil {
		return diag.Usagef("the time was over before the life of `%s` was known", life.Block)
	}
	return err
}

// trace runs a FUNMEM side and records its variables and its heap.
func (r *runner) trace(ctx context.Context, s *side, in *Input, f *Failure) (*Trace, error) {
	return r.follow(ctx, s, in, f, nil)
}

// follow is trace that also records what happens to a location.
func (r *runner) follow(ctx context.Context, s *side, in *Input, f *Failure, life *heap.Life) (*Trace, error) {
	switch {
	case s.program.IMP != nil:
		return r.traceIMP(ctx, f, life)
	case r.sub.InFun():
		return r.traceFun(ctx, f)
	}
	again := func(m *memory.Moments) (*validity.Session, *validity.Verdict, error) {
		return r.again(ctx, s, in, f, life, m)
	}
	var moments []*memory.Moment
	var spot *heap.Spot
	later := s.bindings()
	var meets *finding.Meets
	if s == r.failing && life == nil {
		var err error
		if moments, spot, err = f.moments(later, again); err != nil {
			return nil, err
		}
		meets = f.meets()
	}
	session, v, err := again(nil)
	if err != nil {
		return nil, err
	}
	session.CatchUp(ctx)
	t := &Trace{When: atEnd}
	w := &walk{Trace: t, side: s, failure: f, session: session, stuck: v.Stuck != nil, moments: moments, spot: spot, meets: meets, later: later, left: mostNested}
	t.Heap = w.cells(v)
	for _, x := range s.arrays {
		t.see(x, session.Heap.Env.Of(x.ID))
	}
	if w.last() == nil {
		if o := f.Verdict.Overwrite; o != nil && s == r.failing {
			t.mark(o.Block, o.Offset)
		}
		results := f.Before
		if r.number(s) == 1 {
			results = f.After
		}
		t.markResult(s, f, v, results)
	}
	w.top()
	return t, nil
}

// bindings returns a map with the IDs of all variables that the statements of a side bind, without values.
func (s *side) bindings() map[int]memory.Val {
	ids := map[int]memory.Val{}
	for _, stm := range s.body.Stms {
		if let, ok := stm.(*syntax.Let); ok {
			for _, x := range let.Pat {
				ids[x.ID] = memory.Val{}
			}
		}
	}
	return ids
}

// again runs a FUNMEM side on the input of a failure.
func (r *runner) again(ctx context.Context, s *side, in *Input, f *Failure, life *heap.Life, m *memory.Moments) (*validity.Session, *validity.Verdict, error) {
	o := r.opts
	o.Schedule = f.Schedule
	session := s.program.session(o)
	session.Heap.Opts.Life, session.Heap.Opts.Moments = life, m
	if s.def != nil {
		place, err := s.place(r.budget(ctx), in, f.want)
		if err != nil {
			return nil, nil, err
		}
		if err := place.bind(s, in, session.Heap, &session.Value.Env); err != nil {
			return nil, nil, err
		}
	}
	v, err := session.Check(ctx, s.whole())
	return session, v, err
}

// see adds an array to the views of its block.
func (t *Trace) see(x *syntax.Binding, v memory.Val) {
	if !v.IsArray() {
		return
	}
	for k := range t.Heap {
		if c := &t.Heap[k]; c.Block == v.B.String() {
			c.Views = append(c.Views, View{machine.Called(x), v.L})
		}
	}
}

// heapStep returns the step for a variable with its value on the heap at some time, and in the value semantics.
func heapStep(x *syntax.Binding, e syntax.Expr, v memory.Val, y value.Val, when string) Step {
	step := Step{At: x.Span, Written: x.Text != "", Value: y, When: when, id: x.ID}
	if x.Type != nil && x.Type.Elem == syntax.Mem {
		_, step.Alloc = e.(*syntax.Alloc)
		step.IsBlock = true
		if v.B != nil {
			step.Block, step.Size = v.B.String(), v.B.Len()
			if end, freed := v.B.Freed(); freed {
				step.Size = end.Size
			}
		}
		return step
	}
	step.Known = step.Value.A != nil || !v.IsArray()
	if v.IsArray() {
		step.Block = v.B.String()
		if shown, err := memory.Show(v); err == nil {
			step.Heap = shown
		} else if _, freed := v.B.Freed(); !freed {
			step.Lacks = lacks(err)
		}
	}
	return step
}

// lacks says why a block does not show an array.
func lacks(err error) string {
	var bounds *heap.BoundsError
	var kind *heap.KindError
	switch {
	case errors.As(err, &bounds) && bounds.Wide:
		return "has no offset beyond 64 bits"
	case errors.As(err, &bounds):
		return fmt.Sprintf("has no offset %d", bounds.Offset)
	case errors.As(err, &kind):
		return fmt.Sprintf("has %s at offset %d", kind.Found, kind.Offset)
	}
	return "does not show it"
}

// cells returns the blocks with a location marked. The block of that location is included even if an iteration of a
// kernel dropped it.
func cells(blocks []*heap.Block, at *heap.Block, off int) []Cells {
	is := func(b *heap.Block) bool { return at != nil && b.String() == at.String() }
	if at != nil && !slices.ContainsFunc(blocks, is) {
		blocks = append(blocks, at)
	}
	var list []Cells
	for _, b := range blocks {
		c := Cells{Block: b.String(), Marked: -1}
		_, c.Freed = b.Freed()
		for off := range b.Len() {
			c.Values = append(c.Values, b.Cell(off))
		}
		if is(b) {
			c.Marked = off
		}
		list = append(list, c)
	}
	return list
}

// mark marks a location of a block, unless one is marked already.
func (t *Trace) mark(block string, off int) {
	for k := range t.Heap {
		if c := &t.Heap[k]; c.Block == block && c.Marked < 0 {
			c.Marked = off
		}
	}
}

// markResult marks the element that differs of the results of a side.
func (t *Trace) markResult(s *side, f *Failure, v *validity.Verdict, results []value.Shown) {
	if f.Index == nil || v.Stuck != nil || f.names != nil {
		return
	}
	k, index, ok := f.inCore(s, results)
	if !ok {
		return
	}
	x := v.Outcome.Results[s.results[k]]
	if off, ok := x.L.At(index...); ok {
		t.mark(x.B.String(), off)
	}
}

// located returns the location of the first difference or, without one, of the first race.
func located(v *validity.Verdict) (b *heap.Block, off int) {
	if d := v.Outcome.Divergence; d != nil {
		return d.In, d.Offset
	}
	return raced(v.Outcome.Kernels)
}

// raced returns the location of the first race.
func raced(kernels []*heap.KernelStats) (b *heap.Block, off int) {
	for _, k := range kernels {
		if k.First != nil {
			return k.First.Block, k.First.Offset
		}
	}
	return nil, -1
}
