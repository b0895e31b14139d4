package validity

import (
	"context"
	"errors"
	"slices"

	"funmem/eval/engine"
	"funmem/eval/finding"
	"funmem/eval/machine"
	"funmem/eval/memory"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/erase"
	"funmem/semantics/shared"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Check runs a well-typed FUNMEM core program under both semantics. A program that is stuck or races still
// has a verdict. The error is an engine.Interrupted.
func Check(ctx context.Context, p *syntax.Program, opts engine.Options) (*Verdict, error) {
	return NewSession(opts).Check(ctx, p)
}

// Session checks programs one after the other, such as the lines of a REPL. Each starts with what the
// earlier ones left.
type Session struct {
	// Heap evaluates the programs; its environment and heap are the session's.
	Heap *memory.Machine
	// Value is the value semantics of the same programs. It lags behind Heap until a divergence asks for
	// it, and then catches up.
	Value *value.Machine

	// Compiled tells whether a place in the text belongs to compiled code, which copies element by element.
	// There, a copy that writes over what it reads is wrong. Elsewhere, or if Compiled is nil, it is a
	// warning, because the semantics reads everything before it writes.
	Compiled func(at diag.Span) bool

	waiting []waiting // not yet run by Value
	opts    engine.Options
}

// waiting is a program, with the precision that it runs with. Its Fun form is made when it runs: most never do.
type waiting struct {
	*syntax.Program
	erased *syntax.Program // nil: not made yet
	digits int
}

// NewSession returns a session without programs.
func NewSession(opts engine.Options) *Session {
	return &Session{
		Heap:  memory.New(memory.Options{Options: opts, Validate: true}),
		Value: value.New(engine.Options{Schedule: opts.Schedule, Memory: opts.Memory, Digits: opts.Digits, Branches: opts.Branches}),
		opts:  opts,
	}
}

// SetDigits changes the precision of f64s in the programs from here on.
func (s *Session) SetDigits(digits int) { s.Heap.Opts.Digits = digits }

// erased returns the Fun form of a program.
func (s *Session) erased(ctx context.Context, p *syntax.Program) (fun *syntax.Program, err error) {
	defer stop.Caught(&err)
	return erase.Covered(p, s.opts.Coverage, engine.NewBudget(ctx, 0).Poll), nil
}

// Check runs one more program of the session.
func (s *Session) Check(ctx context.Context, p *syntax.Program) (*Verdict, error) {
	lockstep := s.Heap.Lockstep()
	w := waiting{Program: p, digits: s.Heap.Opts.Digits}
	if s.opts.Coverage != nil { // the rules of erasure count, whether it is needed or not
		var err error
		if w.erased, err = s.erased(ctx, p); err != nil {
			return nil, err
		}
	}
	out, err := s.Heap.Run(ctx, p)
	stuck, err := asStuck(err)
	if err != nil {
		return nil, err
	}
	s.waiting = append(s.waiting, w)
	v := fromOutcome(out)
	switch {
	case stuck != nil:
		v.Stuck = &Stuck{Rule: stuck.Rule, Message: stuck.Msg, Diag: stuck}
		v.Consistent = out.Divergence == nil
		_, v.ValueStuck, err = s.catchUp(ctx)
		v.Stuck.HeapOnly = v.ValueStuck == nil
	case lockstep && out.Divergence == nil:
		v.Valid, v.Consistent = true, true
	default:
		err = s.compare(ctx, p, out, v)
	}
	if err != nil {
		return nil, err
	}
	if !s.Heap.Lockstep() {
		s.Heap.Resync(s.Value.Env)
	}
	if d := v.Divergence; d != nil {
		d.AffectsResult, d.NoResults = !v.Valid && v.ValueStuck == nil, v.ValueStuck != nil || len(p.Main().Res) == 0
	}
	v.Valid = v.Valid && v.Overwrite == nil
	s.inOrder(v)
	v.OK = v.Typed && v.Valid && v.RaceFree && v.Stuck == nil && len(v.Overlaps) == 0
	return v, nil
}

// compare compares the results with those of the value semantics, which now runs on its own. The error is
// an engine.Interrupted.
func (s *Session) compare(ctx context.Context, p *syntax.Program, out *memory.Outcome, v *Verdict) error {
	want, stuck, err := s.catchUp(ctx)
	if err != nil {
		return err
	}
	v.ValueStuck = stuck
	v.Valid = stuck == nil
	res := p.Main().Res
	for k, r := range out.Results {
		if stuck != nil {
			break
		}
		if d := Differs(ctx, res[k], r, want[k]); d != nil {
			v.Valid = false
			if v.Divergence == nil {
				v.Divergence = d
			}
			break
		}
	}
	v.Consistent = v.Divergence == nil && v.Valid
	if ctx.Err() != nil {
		return &engine.Interrupted{Cause: context.Cause(ctx)}
	}
	return nil
}

// CatchUp makes the value semantics run the programs that it has not run yet, so that Value has the values
// of all variables.
func (s *Session) CatchUp(ctx context.Context) error {
	_, _, err := s.catchUp(ctx)
	return err
}

// catchUp runs the programs that the value semantics has not run yet. It returns the results of the last
// one, or where it is stuck.
func (s *Session) catchUp(ctx context.Context) (v []value.Val, stuck *diag.Diagnostic, err error) {
	for len(s.waiting) > 0 {
		w := s.waiting[0]
		if w.erased == nil {
			if w.erased, err = s.erased(ctx, w.Program); err != nil {
				return nil, nil, err
			}
		}
		s.Value.SetDigits(w.digits)
		v, err = s.Value.Run(ctx, w.erased)
		if stuck, err = asStuck(err); err != nil {
			return nil, nil, err
		}
		s.waiting = s.waiting[1:]
	}
	return v, stuck, nil
}

// Input binds an array that comes from outside, in a block of its own.
func (s *Session) Input(block, array *syntax.Binding, a *value.Array) {
	s.Heap.Input(block, array, a)
	s.Value.Env.Bind(block.ID, value.Val{})
	s.Value.Env.Bind(array.ID, value.Val{A: a})
}

// Savepoint is a state that a session can return to.
type Savepoint struct {
	heap    *memory.Savepoint
	env     value.Env
	defs    shared.Map[string, *syntax.Def]
	waiting []waiting
}

// Save marks the current state.
func (s *Session) Save() *Savepoint {
	return &Savepoint{s.Heap.Save(), s.Value.Env.Clone(), s.Value.Defs.Clone(), slices.Clone(s.waiting)}
}

// Restore returns to the savepoint. That ends it and all later ones.
func (s *Session) Restore(p *Savepoint) {
	s.Heap.Restore(p.heap)
	s.Value.Env, s.Value.Defs, s.waiting = p.env, p.defs, p.waiting
}

// asStuck takes a stuck evaluation out of an error.
func asStuck(err error) (*diag.Diagnostic, error) {
	var d *diag.Diagnostic
	if errors.As(err, &d) && d.Kind == diag.Stuck {
		return d, nil
	}
	return nil, err
}

const pollEvery = 1 << 16 // elements compared

// Differs finds the first element of a result where the heap differs from the value semantics, or that
// their shapes differ. Blocks are not compared: erasure makes them 0.
func Differs(ctx context.Context, x syntax.Expr, r memory.Val, want value.Val) *finding.Divergence {
	return DiffersIn(ctx, x, r, want, func(int) bool { return true })
}

// DiffersIn is Differs for some of the elements of an array, by their numbers in row-major order, from 0.
func DiffersIn(ctx context.Context, x syntax.Expr, r memory.Val, want value.Val, in func(k int) bool) *finding.Divergence {
	d := &finding.Divergence{Array: machine.Text(x), At: x.GetSpan(), Use: "result `" + machine.Text(x) + "`", Claim: r.Claim}
	if r.IsNumber() {
		if d.Value, d.Heap = want.I, r.I; want.A != nil || !want.I.Equal(r.I) {
			return d
		}
		return nil
	}
	if !r.IsArray() {
		return nil
	}
	if shape := r.L.Shape(); !slices.Equal(shape, want.Shape()) {
		d.Types = []string{want.Type(), value.Val{A: &value.Array{Elem: r.E, Shape: shape}}.Type()}
		d.Block, d.Offset = r.B.String(), r.L.Offset
		return d
	}
	k, found := 0, false
	r.L.EachIndex(func(y []int, off int) bool {
		if k++; !in(k - 1) {
			return true
		}
		d.Value, d.Heap = want.A.Elems.At(k-1), r.B.Shows(off, r.IsReal())
		if value.Agrees(d.Value, d.Heap) {
			return k%pollEvery != 0 || ctx.Err() == nil
		}
		found = true
		d.Index, d.Block, d.Offset = append([]int(nil), y...), r.B.String(), off
		d.LastWriter = finding.LastWriterOf(r.B, off)
		return false
	})
	if !found {
		return nil
	}
	return d
}

// fromOutcome returns the part of a verdict that follows from the run itself.
func fromOutcome(out *memory.Outcome) *Verdict {
	v := &Verdict{Typed: true, Called: out.Called, Divergence: out.Divergence, Overwrite: out.Overwrite, Outcome: out}
	v.Ran("E-MEM-KERNEL", out.Kernels)
	for _, w := range out.Warnings {
		v.Warnings = append(v.Warnings, *w)
	}
	for _, r := range out.Results {
		if r.B != nil && !r.IsArray() {
			v.Blocks = append(v.Blocks, r.B.String())
		}
	}
	for _, b := range out.Bindings {
		v.Bindings = append(v.Bindings, *b)
	}
	return v
}

// Ran adds what a run tells about kernels. rule is the rule that a race breaks.
func (v *Verdict) Ran(rule string, stats []*heap.KernelStats) {
	v.RaceFree = true
	for _, s := range stats {
		k := Kernel{Binds: s.Kernel.Binds, At: s.Kernel.At, Instances: s.Instances, Iterations: s.Iterations, RaceFree: s.RaceFree(), Conflicts: s.Conflicts, Unfinished: s.Open > 0}
		switch {
		case s.First != nil:
			k.Status, k.Race, v.RaceFree = Refuted, race(rule, s.First), false
		case s.Instances > 0:
			k.Status = Tested
		}
		v.Kernels = append(v.Kernels, k)
	}
}

func race(rule string, r *heap.Race) *Race {
	return &Race{Rule: rule, Kind: r.Kind(), Block: r.Block.String(), Offset: r.Offset, Instance: r.Instance, First: event(r.First), Second: event(r.Second)}
}

func event(a heap.Access) Event {
	return Event{
		Iteration: a.Iterations[len(a.Iterations)-1], Access: a.Word(), What: a.Site.What, At: a.Site.At,
		Array: a.Site.Array, Index: a.Index, Iterations: a.Iterations,
	}
}
