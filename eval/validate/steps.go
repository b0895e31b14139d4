package validate

import (
	"context"
	"slices"

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
	Value   value.Val // by the value semantics, when Known
	Known   bool
	Heap    value.Val // what the heap shows at the end, of an array of FUNMEM
	Block   string    // where it lies, or which block it is
	IsBlock bool
	Alloc   bool   // the statement allocates the block,
	Size    int    // of that size
	Stuck   bool   // nothing is bound: the evaluation is stuck in the statement
	Hidden  bool   // it has nothing to do with what differs
	Depth   int    // of the bodies in which it is bound; 0: of the function or the program
	Scope   string // no variable, but the body whose steps follow
	id      int    // of the variable
	nth     int    // of the variables of this name
}

// Indent is how far the page moves a step to the right, in ems.
func (s *Step) Indent() int {
	if s.Scope != "" {
		return 2*s.Depth - 1
	}
	return 2*s.Depth + 1
}

// Differs tells whether the heap shows something else than the value semantics.
func (s *Step) Differs() bool { return s.Block != "" && s.Known && !s.Value.Shows(s.Heap) }

// View is an array that lies in a block.
type View struct {
	Name string
	L    heap.LMAD
}

// Cells is a block at the end of a run.
type Cells struct {
	Block  string
	Values []num.Num
	Marked int    // the offset of the cell that differs, or that iterations race for, or -1
	Views  []View // the arguments and the arrays of the steps that lie there
}

// Trace is what a run of one side made.
type Trace struct {
	Steps []Step
	Heap  []Cells
}

// Traces are the runs of BEFORE and AFTER on the input of a failure.
type Traces struct{ Before, After *Trace }

// Explain runs the input of a failure again and looks at what each side made of it.
// memory, which may be nil, is BEFORE with memory, where it is of Fun.
func (r *Result) Explain(ctx context.Context, o *Options, memory *Program) (*Traces, error) {
	run := newRunner(r.Subject, o)
	in := r.Failure.Input
	m := r.Before.program.session(o.Options).Value
	r.Before.bindValues(in, &m.Env)
	last := slices.Clone(m.Env)
	m.Last = &last
	if _, err := m.Run(ctx, run.beforeFun); err != nil {
		return nil, err
	}
	t := &Traces{Before: &Trace{}}
	if s := r.Subject.inMemory(memory); s != nil {
		heapTrace, err := run.trace(ctx, s, in, r.Failure)
		if err == nil {
			t.Before.Heap = heapTrace.Heap
		}
	}
	var err error
	if t.After, err = run.trace(ctx, &r.Subject.After, in, r.Failure); err == nil {
		t.values(r.Before.body.Stms, m.Env, last)
		t.Before.tellApart()
		t.After.tellApart()
	}
	return t, err
}

// values are the variables that the statements of BEFORE bind, but for blocks; last has
// what those in bodies were bound to last.
func (t *Traces) values(stms []syntax.Stm, E, last value.Env) {
	for _, stm := range stms {
		let, ok := stm.(*syntax.Let)
		if !ok {
			continue
		}
		for _, x := range let.Pat {
			if x.Type.Elem != syntax.Mem {
				t.Before.Steps = append(t.Before.Steps, Step{Name: x.Written(), At: x.Span, Written: x.Text != "", Value: E.Of(x.ID), Known: true, id: x.ID})
			}
		}
		t.Before.nestedIn(let, last, t.After)
	}
}

// inMemory is BEFORE as a side with memory: itself where it is of FUNMEM.
func (sub *Subject) inMemory(memory *Program) *side {
	switch {
	case sub.Before.program.Mem:
		return &sub.Before
	case memory == nil:
		return nil
	case sub.Name == "":
		s := memory.side()
		s.results = behindBlocks(sub.Before.types())
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

// Life runs the input of a failure again and follows a location, or a block, of
// AFTER.
func (r *Result) Life(ctx context.Context, o *Options, life *heap.Life) error {
	_, err := newRunner(r.Subject, o).follow(ctx, &r.After, r.Failure.Input, r.Failure, life)
	return err
}

// trace runs a FUNMEM side and looks at its variables and its heap.
func (r *runner) trace(ctx context.Context, s *side, in *Input, f *Failure) (*Trace, error) {
	return r.follow(ctx, s, in, f, nil)
}

// follow is trace, with what happens to a location.
func (r *runner) follow(ctx context.Context, s *side, in *Input, f *Failure, life *heap.Life) (*Trace, error) {
	if s.program.IMP != nil {
		return r.traceIMP(ctx, f, life)
	}
	o := r.opts
	o.Schedule = f.Schedule
	session := s.program.session(o)
	session.Heap.Opts.Life = life
	if s.def != nil {
		place, err := s.place(in, f.Before)
		if err != nil {
			return nil, err
		}
		if err := place.bind(s, in, session.Heap, &session.Value.Env); err != nil {
			return nil, err
		}
	}
	last := &memory.Last{Env: slices.Clone(session.Heap.Env)}
	session.Heap.Opts.Last = last
	v, err := session.Check(ctx, s.whole())
	if err != nil {
		return nil, err
	}
	session.CatchUp(ctx)
	at, off := located(v)
	t := &Trace{Heap: cells(session.Heap.Heap, at, off)}
	for _, x := range s.arrays {
		t.see(x, session)
	}
	if o := f.Verdict.Overwrite; o != nil && s == &r.sub.After {
		t.mark(o.Block, o.Offset)
	}
	t.markResult(s, f, v)
	stuckAt := slices.IndexFunc(last.At, func(stm syntax.Stm) bool { return slices.Contains(s.body.Stms, stm) })
	for _, stm := range s.body.Stms {
		if v.Stuck != nil && stuckAt >= 0 && stm == last.At[stuckAt] {
			t.stuck(stm, last, last.At[stuckAt+1:])
			break
		}
		let, ok := stm.(*syntax.Let)
		if !ok {
			continue
		}
		for _, x := range let.Pat {
			at, y := session.Heap.Env.Lookup(x.ID), session.Value.Env.Of(x.ID)
			if v.Stuck != nil { // then the value semantics has not bound it
				y = valueOf(at)
			}
			t.Steps = append(t.Steps, heapStep(x, let.Exp, at, y))
			t.see(x, session)
		}
		if s == &r.sub.After {
			t.nested(let, last, f)
		}
	}
	return t, nil
}

// see adds an array to what lies in its block.
func (t *Trace) see(x *syntax.Binding, session *validity.Session) {
	v := session.Heap.Env.Lookup(x.ID)
	if !v.IsArray() {
		return
	}
	for k := range t.Heap {
		if c := &t.Heap[k]; c.Block == v.B.String() {
			c.Views = append(c.Views, View{x.Written(), v.L})
		}
	}
}

// within tells whether a place is a part of another.
func within(at, of diag.Span) bool {
	return at.IsValid() && at.Src == of.Src && of.Start <= at.Start && at.End <= of.End
}

// heapStep is a variable with its value on the heap and by the value semantics.
func heapStep(x *syntax.Binding, e syntax.Expr, v memory.Val, value value.Val) Step {
	step := Step{Name: x.Written(), At: x.Span, Written: x.Text != "", Value: value, id: x.ID}
	if x.Type != nil && x.Type.Elem == syntax.Mem {
		_, step.Alloc = e.(*syntax.Alloc)
		step.IsBlock = true
		if v.B != nil {
			step.Block, step.Size = v.B.String(), v.B.Len()
		}
		return step
	}
	step.Known = step.Value.A != nil || !v.IsArray()
	if v.IsArray() {
		step.Block = v.B.String()
		if shown, err := memory.Show(v); err == nil {
			step.Heap = shown
		}
	}
	return step
}

// cells are the blocks of a heap, with a location marked, and its block even where an
// iteration of a kernel dropped it.
func cells(h *heap.Heap, at *heap.Block, off int) []Cells {
	blocks := h.Blocks()
	if at != nil && !slices.Contains(blocks, at) {
		blocks = append(blocks, at)
	}
	var list []Cells
	for _, b := range blocks {
		c := Cells{Block: b.String(), Marked: -1}
		for off := range b.Len() {
			c.Values = append(c.Values, b.Cell(off))
		}
		if b == at {
			c.Marked = off
		}
		list = append(list, c)
	}
	return list
}

// mark marks a location of a block of which nothing is marked.
func (t *Trace) mark(block string, off int) {
	for k := range t.Heap {
		if c := &t.Heap[k]; c.Block == block && c.Marked < 0 {
			c.Marked = off
		}
	}
}

// markResult marks the element of the result that differs.
func (t *Trace) markResult(s *side, f *Failure, v *validity.Verdict) {
	if f.Index == nil || v.Stuck != nil {
		return
	}
	x := v.Outcome.Results[s.results[f.Result]]
	if off, ok := x.L.At(f.Index...); ok {
		t.mark(x.B.String(), off)
	}
}

// located is the location of the first difference, or of the first race.
func located(v *validity.Verdict) (b *heap.Block, off int) {
	if d := v.Outcome.Divergence; d != nil {
		return d.Block, d.Offset
	}
	return raced(v.Outcome.Kernels)
}

// raced is the location of the first race.
func raced(kernels []*heap.KernelStats) (b *heap.Block, off int) {
	for _, k := range kernels {
		if k.First != nil {
			return k.First.Block, k.First.Offset
		}
	}
	return nil, -1
}
