package pass

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"funmem/eval/engine"
	"funmem/eval/validate"
	"funmem/heap"
	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Manager runs passes and checks what they give.
type Manager struct {
	Supply *syntax.Supply
	// Def and Type are what is outside the program: see rewrite.Job.
	Def  func(name string) *syntax.Def
	Type func(id int) *syntax.Type
	// Ran are the steps that gave the program which the manager gets, from a program of the
	// form From; Either: there are none.
	Ran  []*Step
	From Form
	// Elaborate parses and type-checks a program that was printed; places in it have the
	// name. It may be nil.
	Elaborate func(name, text string) (*validate.Program, error)
	// Validate is the error that a program is no valid form of the one before, which
	// may be of Fun. It may be nil.
	Validate func(ctx context.Context, before, after *Stage) error
	// Measure runs a FUNMEM program. It may be nil. One that takes many locations is run
	// as it comes to FUNMEM and at the end alone.
	Measure func(ctx context.Context, s *Stage) (*heap.Usage, error)
}

// Stage is a program between passes.
type Stage struct {
	Step    *Step // that made it; nil for the first
	Form    Form
	Program *syntax.Program
	Text    string
	Read    *validate.Program // what Text elaborates to
	Metrics Metrics           // of FUNMEM
	NotRun  error             // why a run of it has no metrics
	Notes   []rewrite.Note    // of the pass
	place   string            // what places in Text are called, as "after simplify"
	Took    time.Duration     // the pass alone
}

// Name is the step, or "source".
func (s *Stage) Name() string {
	if s.Step == nil {
		return "source"
	}
	return s.Step.String()
}

// Failed is the error that what a pass gave is wrong. It is a bug of the pass.
type Failed struct {
	Before, After *Stage // After may lack what could not be made
	Why           error
}

// Error names the pass and says what is wrong.
func (f *Failed) Error() string {
	return fmt.Sprintf("the pass `%s` is wrong: %s", f.After.Name(), f.Why)
}

// Unwrap is what is wrong.
func (f *Failed) Unwrap() error { return f.Why }

// Run runs the steps, and gives all stages from the program itself on. The error is a
// *Failed, with the stages before it, or that of ctx.
func (m *Manager) Run(ctx context.Context, p *syntax.Program, form Form, steps []*Step) ([]*Stage, error) {
	first := &Stage{Form: form, Program: p, Text: syntax.Print(p), place: "source"}
	var err error
	if err = m.elaborate(first); err != nil {
		return nil, err
	}
	if first.Read != nil {
		syntax.TakePlaces(first.Read.Core, p)
	}
	if err = m.measure(ctx, first, nil); err != nil {
		return nil, err
	}
	stages := []*Stage{first}
	for k := range steps {
		after, err := m.apply(ctx, stages[len(stages)-1], steps[:k+1], m.tries(form, steps[:k+1]))
		if err != nil {
			return stages, err
		}
		before := stages
		if k == len(steps)-1 {
			before = stages[:1]
		}
		if err := m.measure(ctx, after, before); err != nil {
			return stages, err
		}
		if f := gotStuck(stages, after); f != nil {
			return stages, f
		}
		stages = append(stages, after)
	}
	return stages, nil
}

// gotStuck is that a stage of a program of Fun is stuck in the run for its metrics, which one
// before it ended: the pass is wrong, or one between the two. That a block is too large for the
// machine is no such thing, and a program that came with its memory may be what is wrong.
func gotStuck(before []*Stage, s *Stage) *Failed {
	var d *diag.Diagnostic
	if before[0].Form != Fun || !errors.As(s.NotRun, &d) || d.Kind != diag.Stuck || d.Rule == "E-MEM-ALLOC" {
		return nil
	}
	for _, b := range slices.Backward(before) {
		if b.Metrics.Run != nil {
			return &Failed{b, s, s.NotRun}
		}
	}
	return nil
}

// tries tells of the name of a pass whether the last step may advise to run it before.
func (m *Manager) tries(form Form, steps []*Step) func(string) bool {
	if m.From != Either {
		form, steps = m.From, slices.Concat(m.Ran, steps)
	}
	return func(name string) bool { return tries(steps, form, name) }
}

// behind is what places are called in the program behind the last of some steps.
func behind(steps []*Step) string {
	last, n := steps[len(steps)-1], 0
	for _, s := range steps {
		if s.Pass.Name == last.Pass.Name {
			n++
		}
	}
	if n > 1 {
		return fmt.Sprintf("after %s (%d)", last.Pass.Name, n)
	}
	return "after " + last.Pass.Name
}

// apply runs the last of some steps and checks what it gives.
func (m *Manager) apply(ctx context.Context, before *Stage, steps []*Step, tries func(string) bool) (*Stage, error) {
	s := steps[len(steps)-1]
	after := &Stage{Step: s, Form: before.Form, place: behind(steps)}
	if s.Pass.To != Either {
		after.Form = s.Pass.To
	}
	failed := func(err error) error {
		var wrong *Refuted
		switch {
		case ctx.Err() != nil:
			return &engine.Interrupted{Cause: context.Cause(ctx)}
		case errors.As(err, &wrong) && wrong.Result.Word == validate.StuckBefore:
			return wrong
		}
		return &Failed{before, after, err}
	}
	supply := m.Supply.Clone()
	j := &rewrite.Job{Supply: supply, Options: s.Options, Def: m.Def, Type: m.Type, Tries: tries}
	start := time.Now()
	p := before.Program
	if !s.Pass.Frees {
		p = withoutFrees(j, p)
	}
	p, err := run(ctx, s.Pass, j, p)
	if err != nil {
		return nil, failed(err)
	}
	*m.Supply = *supply
	after.Took, after.Notes = time.Since(start), j.Notes
	after.Program, after.Text = p, syntax.Print(p)
	if err := m.elaborate(after); err != nil {
		return nil, failed(err)
	}
	if s.Pass.Ensures != nil {
		if err := s.Pass.Ensures(&rewrite.Job{Supply: supply.Clone(), Options: s.Options, Def: m.Def, Type: m.Type}, p); err != nil {
			return nil, failed(err)
		}
	}
	if m.Validate != nil {
		if err := m.Validate(ctx, before, after); err != nil {
			return nil, failed(err)
		}
	}
	return after, nil
}

// elaborate parses and type-checks what was printed of a stage, which has to be the
// program itself.
func (m *Manager) elaborate(s *Stage) (err error) {
	if m.Elaborate == nil {
		return nil
	}
	if s.Read, err = m.Elaborate(s.place, s.Text); err != nil {
		return err
	}
	if again := syntax.Print(s.Read.Core); again != s.Text {
		return fmt.Errorf("it is printed as another program than it is:\n%s", firstDifference(s.Text, again))
	}
	return nil
}

// firstDifference is the first lines in which two texts differ.
func firstDifference(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for k := range min(len(as), len(bs)) {
		if as[k] != bs[k] {
			return "  " + as[k] + "\n  " + bs[k]
		}
	}
	return fmt.Sprintf("  %d lines, and %d", len(as), len(bs))
}

// withoutFrees is a program without the statements that free blocks, which a pass may put
// to another use.
func withoutFrees(j *rewrite.Job, p *syntax.Program) *syntax.Program {
	freed := false
	q := rewrite.Bodies(p, func(b *syntax.Body) *syntax.Body {
		c := *b
		c.Stms = slices.DeleteFunc(slices.Clone(b.Stms), func(s syntax.Stm) bool {
			f, ok := s.(*syntax.Free)
			if ok {
				freed = true
				j.Did(&syntax.Binding{Name: f.Block.Name, Span: f.Span}, "`%s` left out: the pass `free` frees blocks again", syntax.Line(f))
			}
			return ok
		})
		return &c
	})
	if !freed {
		return p
	}
	return q
}

// run is the pass itself; a panic with a diagnostic is its error. It ends with ctx: what
// goes on then is the caller's no more.
func run(ctx context.Context, pass *Pass, j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	type result struct {
		p   *syntax.Program
		err error
		bug any
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if e := recover(); e != nil {
				d, ok := e.(*diag.Diagnostic)
				if !ok {
					r.bug = e
				}
				r.err = d
			}
			done <- r
		}()
		r.p, r.err = pass.Run(j, p)
	}()
	select {
	case r := <-done:
		if r.bug != nil {
			panic(r.bug)
		}
		return r.p, r.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// manyLocations is how many a program takes that is not run behind each pass.
const manyLocations = 10000

// measure finds out the metrics of a FUNMEM program, in a run unless one of the stages
// before it took many locations, or could not be run.
func (m *Manager) measure(ctx context.Context, s *Stage, before []*Stage) error {
	if s.Form != FunMem {
		return nil
	}
	s.Metrics = MetricsOf(s.Program, m.Type)
	off := slices.ContainsFunc(before, func(s *Stage) bool {
		return s.NotRun != nil || s.Metrics.Run != nil && s.Metrics.Run.Locations > manyLocations
	})
	if m.Measure == nil || off {
		return nil
	}
	run, err := m.Measure(ctx, s)
	if ctx.Err() != nil {
		return &engine.Interrupted{Cause: context.Cause(ctx)}
	}
	if s.NotRun = err; err == nil {
		s.Metrics.Run = run
	}
	return nil
}
