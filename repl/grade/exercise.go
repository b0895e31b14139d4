package grade

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"funmem/eval/engine"
	"funmem/eval/validate"
	"funmem/eval/value"
	"funmem/eval/verdict"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Options are the choices of a grading.
type Options struct {
	Reveal bool  // hidden checks are shown as others
	Seed   int64 // for all random inputs, instead of those of the file; 0: those
	Memory int64 // the most memory, whatever the file says; 0: no limit
	Only   []int // the exercises to grade, from 0; nil: all
	Verify bool  // a teacher's solution is graded: it may take a part of the steps only
}

// settings are those of an interpreter: nothing is compiled, and one thread runs.
func (e *Exercise) settings(o Options) session.Settings {
	s := session.Defaults()
	s.Engine, s.Lower, s.Threads, s.Memory = "value", "off", 1, e.Budget.Memory
	if o.Memory > 0 {
		s.Memory = min(s.Memory, o.Memory)
	}
	return s
}

// taught is an exercise with the values that the teacher states, evaluated once.
type taught struct {
	*Exercise
	settings  session.Settings
	reference *validate.Program
	want      map[*Example][]value.Shown // nil: it must be true
	arguments map[*Example]map[string]value.Shown
}

// Prepare elaborates what the teacher wrote and evaluates the values that the tests state. Its errors are in the file of
// exercises.
func (t *Tasks) Prepare(ctx context.Context, o Options) (list []*taught, err error) {
	for k, e := range t.Exercises {
		if o.Only != nil && !slices.Contains(o.Only, k) {
			list = append(list, nil)
			continue
		}
		one, err := e.prepare(ctx, o)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

func (e *Exercise) prepare(ctx context.Context, o Options) (*taught, error) {
	t := &taught{Exercise: e, settings: e.settings(o), want: map[*Example][]value.Shown{}, arguments: map[*Example]map[string]value.Shown{}}
	decls := e.taught()
	var err error
	if t.reference, err = program(ctx, t.settings, decls, e.At); err != nil {
		return nil, err
	}
	t.reference.Name = "the reference solution"
	s := session.NewSession(t.settings)
	s.Whole = true
	if _, err := s.AddProgram(ctx, e.together(decls, e.At)); err != nil {
		return nil, err
	}
	for _, c := range e.Checks {
		for _, x := range c.Examples {
			if c.Kind != Test {
				err = t.given(ctx, s, x)
			} else if x.Want != nil {
				t.want[x], err = valuesOf(ctx, s, e.asked(x.Want))
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

// program elaborates declarations by themselves.
func program(ctx context.Context, settings session.Settings, decls []syntax.Decl, at diag.Span) (*validate.Program, error) {
	s := session.NewSession(settings)
	s.Whole = true
	return s.Program(ctx, &syntax.Program{Span: at, Decls: decls}, at.Src.Name)
}

// valuesOf evaluates the expressions of a program.
func valuesOf(ctx context.Context, s *session.Session, p *syntax.Program) (list []value.Shown, err error) {
	added, err := s.AddProgram(ctx, p)
	if err != nil {
		return nil, err
	}
	for _, r := range added.Shown() {
		list = append(list, r.Value)
	}
	return list, nil
}

// solution is what a submission has for an exercise.
type solution struct {
	*taught
	o     Options
	prog  *syntax.Program // what the functions of the exercise need
	after *validate.Program
	tests *session.Session // where tests are evaluated, once there is one
	lacks []string         // the functions that are not defined
}

// Grade gives points to a submission. It returns a report whatever the submission is.
func (t *Tasks) Grade(ctx context.Context, list []*taught, s *Submission, o Options) *Report {
	r := &Report{Name: oneLine(s.Name), Problem: oneLine(s.Problem), Exercises: []*ExerciseReport{}}
	s = s.printable()
	for k, e := range t.Exercises {
		if o.Only != nil && !slices.Contains(o.Only, k) {
			continue
		}
		one := e.empty()
		r.Exercises = append(r.Exercises, one)
		if s.Problem == "" {
			e.grade(ctx, list[k], s, o, one)
		}
	}
	r.sum()
	return r
}

// empty is the report on an exercise of which nothing is known.
func (e *Exercise) empty() *ExerciseReport {
	r := &ExerciseReport{Name: strings.Join(e.Names, ", "), Title: e.Title}
	for _, c := range e.Checks {
		r.Checks = append(r.Checks, &CheckReport{Kind: c.Kind, Title: c.Title, Hidden: c.Hidden, Of: c.Points, Items: []*Item{}})
	}
	return r
}

// within runs something under the budget of an exercise. It returns what ended it.
func (t *taught) within(ctx context.Context, do func(ctx context.Context) error) error {
	watched, end := engine.Watch(ctx, t.settings.Memory)
	defer end()
	steps := engine.WithSteps(watched, t.Budget.Steps)
	err := verdict.Recovered(func() error { return do(steps) })
	if err != nil && steps.Over() {
		return engine.ErrSteps
	}
	return err
}

// exhausted says what a run took too much of, or "".
func (t *taught) exhausted(err error) string {
	var much *engine.TooMuch
	var d *diag.Diagnostic
	switch {
	case errors.Is(err, engine.ErrSteps):
		return fmt.Sprintf("it takes more than %d steps", t.Budget.Steps)
	case errors.As(err, &d) && d.Cause == diag.Limit && d.Help == "": // no more memory would help
		return d.Msg
	case errors.As(err, &much), errors.As(err, &d) && (d.Kind == diag.Unknown || d.Cause == diag.Limit):
		return "it takes more than " + engine.Bytes(t.settings.Memory) + " of memory"
	}
	return ""
}

// grade fills in the report on an exercise.
func (e *Exercise) grade(ctx context.Context, t *taught, s *Submission, o Options, r *ExerciseReport) {
	sol := &solution{taught: t, o: o}
	err := t.within(ctx, func(ctx context.Context) error { return sol.read(ctx, s) })
	why := t.exhausted(err)
	switch {
	case why != "":
		r.Messages = []string{"it is not known what the submission is: " + why}
	case err != nil:
		for _, d := range diag.Of(err) {
			r.Messages = tell(r.Messages, d)
		}
	}
	for k, c := range e.Checks {
		one := r.Checks[k]
		if len(c.Examples) == 0 && (c.Kind == Validate || c.Kind == Alone) {
			one.Seed = sol.options(c).Seed
		}
		if err == nil {
			one.Items = sol.check(ctx, c)
		} else {
			one.Items = []*Item{{Undecided: why != ""}}
			if c.Kind == Validate && why == "" {
				one.Items[0].Verdict = string(validate.Ill)
			}
		}
		one.sum()
	}
	e.withhold(r)
	for k, c := range e.Checks {
		one := r.Checks[k]
		if c.Hidden && !o.Reveal {
			one.hide()
		}
	}
}

// withhold takes the points for how a function is written away from a function that does not do what it should at all: no
// test passes.
func (e *Exercise) withhold(r *ExerciseReport) {
	tests := slices.DeleteFunc(slices.Clone(r.Checks), func(c *CheckReport) bool { return c.Kind != Test && c.Kind != Validate })
	if len(tests) == 0 || slices.ContainsFunc(tests, func(c *CheckReport) bool { return c.Passed }) {
		return
	}
	for _, c := range r.Checks {
		if c.Kind == Use || c.Kind == Avoid || c.Kind == Alone {
			c.withhold("no `test` and no `validate` passes")
			c.sum()
		}
	}
}

// check looks at one check.
func (s *solution) check(ctx context.Context, c *Check) []*Item {
	switch c.Kind {
	case Test:
		return s.examples(ctx, c)
	case Validate, Limit:
		return s.compared(ctx, c)
	case Alone:
		return s.alone(ctx, c)
	}
	return s.constructs(ctx, c)
}

// try runs what finds an item out. An error becomes what the item says.
func (s *solution) try(ctx context.Context, it *Item, shown *diag.Source, do func(ctx context.Context) error) *Item {
	return s.explain(it, shown, s.within(ctx, do))
}

// explain makes an error what an item says. shown is the text of a test.
func (s *solution) explain(it *Item, shown *diag.Source, err error) *Item {
	if err == nil {
		return it
	}
	it.Passed = false
	if why := s.exhausted(err); why != "" {
		it.Undecided, it.Says = true, why
		return it
	}
	list := diag.Of(err)
	if m := (*mismatch)(nil); errors.As(err, &m) {
		list, it.Verdict = m.typed(), string(validate.Ill)
	}
	list = s.ownWords(list, shown)
	it.Says = oneLine(list[0].Kind.String() + ": " + list[0].Msg)
	if it.Verdict == string(validate.Ill) {
		it.Says = "ill-typed: its type is not that of the reference solution"
	}
	it.tell(list)
	return it
}

// ownWords are diagnostics as the student may see them: with the names that the student gave, and without what the teacher
// wrote, except for the text of a test that is shown.
func (s *solution) ownWords(list diag.List, shown *diag.Source) (out diag.List) {
	teachers := func(at diag.Span) bool { return at.IsValid() && at.Src.Name == s.At.Src.Name && !s.o.Reveal }
	for _, d := range list {
		c := *d
		c.Msg, c.Help, c.Notes = roles.Replace(unqualified(d.Msg)), roles.Replace(unqualified(d.Help)), nil
		if teachers(d.Span) && d.Span.Src != shown {
			c = *diag.Errorf(d.Kind, "", diag.Span{}, "what the teacher wrote goes wrong with what the submission gives")
		} else {
			for _, n := range d.Notes {
				if !teachers(n.Span) {
					c.Notes = append(c.Notes, diag.Note{Span: n.Span, Msg: roles.Replace(unqualified(n.Msg))})
				}
			}
		}
		if teachers(d.Span) {
			c.Span = diag.Span{} // the line may have more than the test
		}
		out = append(out, &c)
	}
	return out
}

// roles are the words for the two programs in a comparison.
var roles = strings.NewReplacer("BEFORE", "the reference solution", "AFTER", "the submission")

// read finds the functions of the exercise in the submission, and elaborates what they need by itself.
func (s *solution) read(ctx context.Context, sub *Submission) error {
	var wrong diag.List
	defined := map[string]string{}
	progs := map[string]*syntax.Program{}
	for _, f := range sub.Files {
		src, err := sub.file(f.Name)
		if err != nil {
			wrong = append(wrong, diag.Of(err)...)
			continue
		}
		prog, err := syntax.Parse(src, verdict.Poll(ctx))
		if err != nil {
			if len(diag.Of(err)) > 0 && prog != nil {
				wrong = append(wrong, diag.Of(err)...)
			} else {
				return err
			}
		}
		progs[f.Name] = prog
		for _, d := range prog.Defs() {
			if !slices.Contains(s.Names, d.Name) {
				continue
			}
			if at, twice := defined[d.Name]; twice && at != f.Name {
				return diag.Errorf(diag.Type, "", d.NameAt, "`%s` is defined in %s and in %s", d.Name, at, f.Name).Helpf("leave one of them out")
			}
			defined[d.Name] = f.Name
		}
	}
	for _, name := range s.Names {
		if defined[name] == "" {
			s.lacks = append(s.lacks, name)
		}
	}
	if len(s.lacks) == len(s.Names) {
		none := diag.Errorf(diag.Type, "", diag.Span{}, "the submission does not define `%s`", strings.Join(s.lacks, "`, `"))
		if len(wrong) > 0 {
			none.Msg = fmt.Sprintf("the submission does not define `%s` without a syntax error", strings.Join(s.lacks, "`, `"))
		}
		return append(wrong[:min(len(wrong), mostMessages-1)], none)
	}
	prog, err := s.main(ctx, sub, progs, slices.Compact(slices.Sorted(maps.Values(defined))))
	if err != nil {
		return err
	}
	s.prog = needed(prog, s.Names)
	s.after, err = program(ctx, s.settings, s.prog.Decls, s.prog.Span)
	return err
}

// main is the file of a submission that has the functions of the exercise, with what it imports. If they are in several
// files, one of these imports the others.
func (s *solution) main(ctx context.Context, sub *Submission, progs map[string]*syntax.Program, files []string) (*syntax.Program, error) {
	for _, file := range files {
		prog, err := session.ExpandedFrom(ctx, progs[file], sub.imported, map[string]bool{})
		if err != nil && (len(files) == 1 || ctx.Err() != nil) {
			return nil, err
		}
		missing := func(name string) bool {
			return !slices.Contains(s.lacks, name) && !slices.ContainsFunc(prog.Defs(), func(d *syntax.Def) bool { return d.Name == name })
		}
		if err == nil && (len(files) == 1 || !slices.ContainsFunc(s.Names, missing)) {
			return prog, nil
		}
	}
	return nil, diag.Errorf(diag.Type, "", diag.Span{}, "`%s` are defined in several files, %s, and none of these imports the others", strings.Join(s.Names, "`, `"), strings.Join(files, ", ")).
		Helpf("put them into one file, or import the other files there; with `as`, an import gives other names")
}
