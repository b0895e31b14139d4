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
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Manager runs passes and checks what they give.
type Manager struct {
	Supply *syntax.Supply
	// Def and Type give what is outside the program: see rewrite.Job.
	Def  func(name string) *syntax.Def
	Type func(id int) *syntax.Type
	// Ran are the steps that have already produced the manager's program, from a program of
	// the form From. If From is Either, there are none.
	Ran  []*Step
	From Form
	// Elaborate parses and type-checks a program that was printed; places in it carry the
	// name. It may be nil.
	Elaborate func(name, text string) (*validate.Program, error)
	// Validate returns an error if a program is not a valid form of the one before, which
	// may be Fun. It may be nil.
	Validate func(ctx context.Context, before, after *Stage) error
	// Measure runs a FUNMEM program. It may be nil. A program that takes many locations is
	// run only when it has become FUNMEM and at the end.
	Measure func(ctx context.Context, s *Stage) (*heap.Usage, error)
	// Tell is called for each correct stage, in order, as soon as all about it is known. It may be nil.
	Tell func(s *Stage)
}

// Stage is a program between passes.
type Stage struct {
	Step    *Step // that made it; nil for the first
	Form    Form
	Program *syntax.Program
	Text    string
	Read    *validate.Program // what Text elaborates to
	Metrics Metrics           // of FUNMEM programs
	NotRun  error             // why a run of it gave no metrics
	Notes   []rewrite.Note    // of the pass
	Report  string            // of the pass, at length
	place   string            // what places in Text are called, such as "after simplify"
	Took    time.Duration     // the time of the pass alone
	Checked *Checked          // against the stage before; nil: it was not, or there was nothing to compare

	ensures func() error // what the pass promises; nil: nothing

	looked <-chan struct{} // closed when Read, Metrics, and what follows are there
	wrong  *Failed         // reading what was printed gives another program, or none, or the run got stuck
	bug    any             // a panic of what looked

	measured <-chan struct{} // closed when the run for Metrics has ended
}

// Name returns the step, or "source".
func (s *Stage) Name() string {
	if s.Step == nil {
		return "source"
	}
	return s.Step.String()
}

// Failed is the error that the output of a pass is wrong. It is a bug of the pass.
type Failed struct {
	Before, After *Stage // After may lack parts that could not be made
	Why           error
}

// Error names the pass and says what is wrong.
func (f *Failed) Error() string {
	return fmt.Sprintf("the pass `%s` is wrong: %s", f.After.Name(), f.Why)
}

// Unwrap returns what is wrong.
func (f *Failed) Unwrap() error { return f.Why }

// Run runs the steps, and returns all stages, beginning with the program itself. The error is a *Failed, with the
// stages before it, or the error of ctx. The output of a pass is read again and run for its metrics while the next
// passes go on.
func (m *Manager) Run(ctx context.Context, p *syntax.Program, form Form, steps []*Step) ([]*Stage, error) {
	stages, err := m.stages(ctx, p, form, steps)
	for _, s := range stages {
		<-s.looked
	}
	for k, s := range stages {
		switch {
		case ctx.Err() != nil:
			return stages[:k], &engine.Interrupted{Cause: context.Cause(ctx)}
		case s.bug != nil:
			panic(s.bug)
		case s.wrong != nil:
			return stages[:k], s.wrong
		}
	}
	var bug *panicked
	if errors.As(err, &bug) {
		panic(bug.value)
	}
	return stages, err
}

// stages runs the steps; the checks of the programs may still go on when it returns.
func (m *Manager) stages(ctx context.Context, p *syntax.Program, form Form, steps []*Step) (stages []*Stage, err error) {
	defer stop.Caught(&err)
	first := &Stage{Form: form, Program: p, Text: syntax.Print(p), place: "source"}
	if err := m.elaborate(first); err != nil {
		return nil, err
	}
	if first.Read != nil {
		syntax.TakePlaces(first.Read.Core, p)
	}
	stages = []*Stage{first}
	m.look(ctx, stages, false)
	for k := range steps {
		after, err := m.apply(ctx, stages[k], steps[:k+1], m.tries(form, steps[:k+1]))
		if err != nil {
			return stages, err
		}
		stages = append(stages, after)
		m.look(ctx, slices.Clone(stages), k == len(steps)-1)
	}
	return stages, nil
}

// gotStuck returns a *Failed if a stage of a Fun program gets stuck in the run for its metrics, although an earlier
// stage ran to the end. Then the pass is wrong, or one between the two. A block too large for the machine does not
// count. Nor does a program that came with its memory, because it may be wrong itself.
func gotStuck(before []*Stage, s *Stage) *Failed {
	var d *diag.Diagnostic
	if len(before) == 0 || before[0].Form != Fun || !errors.As(s.NotRun, &d) || d.Kind != diag.Stuck || d.Rule == "E-MEM-ALLOC" {
		return nil
	}
	for _, b := range slices.Backward(before) {
		if b.Metrics.Run != nil {
			return &Failed{b, s, s.NotRun}
		}
	}
	return nil
}

// tries returns a function. It tells whether the last step may advise running the pass of
// that name first.
func (m *Manager) tries(form Form, steps []*Step) func(string) bool {
	if m.From != Either {
		form, steps = m.From, slices.Concat(m.Ran, steps)
	}
	return func(name string) bool { return tries(steps, form, name) }
}

// placesAfter returns what places are called in the program after the last of some steps.
func placesAfter(steps []*Step) string {
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

// apply runs the last of some steps and checks its output.
func (m *Manager) apply(ctx context.Context, before *Stage, steps []*Step, tries func(string) bool) (*Stage, error) {
	s := steps[len(steps)-1]
	after := &Stage{Step: s, Form: before.Form, place: placesAfter(steps)}
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
	j := &rewrite.Job{Supply: supply, Options: s.Options, Def: m.Def, Type: m.Type, Tries: tries, Until: engine.NewBudget(ctx, 0).Poll}
	start := time.Now()
	p, err := before.Program, error(nil)
	supply.Take(syntax.BoundNames(p, j.Until)...) // a session may have freed them since
	supply.Take(syntax.FreeNames(p, j.Until)...)
	left := !s.Pass.Claims && syntax.HasClaim(p)
	if left {
		j.Notes = append(j.Notes, rewrite.Note{Text: "left as they are: arrays are claimed to lie where this pass could put others"})
	} else if !s.Pass.Frees {
		p = withoutFrees(j, p)
	}
	if !left {
		p, err = run(ctx, s.Pass, j, p)
	}
	if err != nil {
		return nil, failed(err)
	}
	*m.Supply = *supply.Clone()
	after.Took, after.Notes, after.Report = time.Since(start), j.Notes, j.Report
	after.Program, after.Text = p, syntax.Print(p, j.Until)
	if s.Pass.Ensures != nil && !left {
		ensured := &rewrite.Job{Supply: supply.Clone(), Options: s.Options, Def: m.Def, Type: m.Type, Full: j.Full, Until: j.Until}
		after.ensures = func() error { return s.Pass.Ensures(ensured, p) }
	}
	if m.Validate != nil {
		if err := m.elaborate(after); err != nil {
			return nil, failed(err)
		}
		<-before.looked
		if err := m.Validate(ctx, before, after); err != nil {
			return nil, failed(err)
		}
	}
	return after, nil
}

// elaborate parses and type-checks the printed text of a stage. The result has to be the
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

// firstDifference returns the first lines in which two texts differ.
func firstDifference(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for k := range min(len(as), len(bs)) {
		if as[k] != bs[k] {
			return "  " + as[k] + "\n  " + bs[k]
		}
	}
	return fmt.Sprintf("  %d lines, and %d", len(as), len(bs))
}

// withoutFrees returns a program without the statements that free blocks. A pass may reuse
// those blocks.
func withoutFrees(j *rewrite.Job, p *syntax.Program) *syntax.Program {
	freed := false
	q := rewrite.Bodies(p, func(b *syntax.Body) *syntax.Body {
		c := *b
		c.Stms = slices.DeleteFunc(slices.Clone(b.Stms), func(s syntax.Stm) bool {
			f, ok := s.(*syntax.Free)
			if ok {
				freed = true
				j.Did(&syntax.Binding{Name: f.Block.Name, Span: f.Span}, "`%s` left out: the passes `free` and `dps` free blocks again", syntax.Line(f))
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

// panicked is the error that a pass ended in a panic that is not a diagnostic.
type panicked struct{ value any }

// Error returns what the panic said.
func (p *panicked) Error() string { return fmt.Sprint(p.value) }

// run runs the pass itself; a panic with a diagnostic becomes its error. It ends with ctx.
// The caller must not use what still runs then.
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
			return nil, &panicked{r.bug}
		}
		return r.p, r.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// manyLocations is how many locations a program takes that is not run after each pass.
const manyLocations = 10000

// look reads the printed text of the last stage again, unless that is done. It checks what the pass promises, finds the
// metrics and calls Tell. It runs in parallel with the caller and closes looked at its end.
func (m *Manager) look(ctx context.Context, stages []*Stage, last bool) {
	looked := make(chan struct{})
	before, s := stages[:len(stages)-1], stages[len(stages)-1]
	s.looked = looked
	if s.Form == FunMem {
		s.Metrics = MetricsOf(s.Program, m.Type)
	}
	ran := before
	if last {
		ran = stages[:1]
	}
	go func() {
		defer close(looked)
		defer func() { s.bug = recover() }()
		for _, b := range before {
			if <-b.looked; b.bug != nil || b.wrong != nil {
				return
			}
		}
		if s.Read == nil {
			if err := m.elaborate(s); err != nil {
				s.wrong = &Failed{before[len(before)-1], s, err}
				return
			}
		}
		if s.ensures != nil {
			if err := s.ensures(); err != nil {
				s.wrong = &Failed{before[len(before)-1], s, err}
				return
			}
		}
		m.measure(ctx, s, ran)
		if s.wrong = gotStuck(before, s); s.wrong == nil && m.Tell != nil && ctx.Err() == nil {
			m.Tell(s)
		}
	}()
}

// measure runs a FUNMEM program for its metrics, unless an earlier stage took many
// locations or could not be run.
func (m *Manager) measure(ctx context.Context, s *Stage, before []*Stage) {
	off := slices.ContainsFunc(before, func(s *Stage) bool {
		return s.NotRun != nil || s.Metrics.Run != nil && s.Metrics.Run.Locations > manyLocations
	})
	if s.Form != FunMem || m.Measure == nil || off || ctx.Err() != nil {
		return
	}
	if run, err := m.Measure(ctx, s); err != nil {
		s.NotRun = err
	} else {
		s.Metrics.Run = run
	}
}
