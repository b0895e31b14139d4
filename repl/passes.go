package repl

import (
	"context"
	"errors"
	"fmt"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/heap"
	"funmem/lower/pass"
	"funmem/lower/rewrite"
	"funmem/repl/paint"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// passTests is how many inputs of each function --check compares behind each pass.
const passTests = 50

// measureSteps is how many steps, as engine.Steps has them, a run may take that counts what memory a program takes. It takes
// a few seconds.
const measureSteps = 3_000_000

// passes runs the list of --passes over a program, and says what each did as soon as it has, but
// for --json. It gives the stages, and what validated them, or nil.
func (s *Session) passes(ctx context.Context, st Streams, unit *elab.Unit, o *Options) ([]*pass.Stage, *pass.Validator, error) {
	form := formOf(unit)
	steps, err := o.steps(form)
	if err != nil {
		return nil, nil, err
	}
	if o.DumpEach != "" {
		names := []string{"source"}
		for _, p := range steps {
			names = append(names, p.String())
		}
		if err := free(o.DumpEach, names); err != nil {
			return nil, nil, err
		}
	}
	m := s.manager(unit)
	var v *pass.Validator
	if o.Check {
		v = &pass.Validator{Elaborate: m.Elaborate, Style: paint.Style(st.Err), Options: validate.Options{
			Options: s.Settings.options(), Tests: passTests, Seed: 1,
			Unproved: true, Progress: s.progress.inputs, Clean: validate.Quick,
		}}
	}
	if v != nil {
		m.Validate = func(ctx context.Context, before, after *pass.Stage) error {
			defer s.progress.begin()()
			return v.Validate(ctx, before, after)
		}
	}
	if !o.JSON && !o.Quiet {
		m.Tell = func(s *pass.Stage) { fmt.Fprint(st.Err, stageText(s)) }
	}
	stages, err := m.Run(ctx, unit.Core, form, steps)
	if o.DumpEach != "" {
		if err := s.dumpEach(o.DumpEach, made(stages, err)); err != nil {
			return nil, nil, err
		}
	}
	return stages, v, passError(err, lowerHelps)
}

// formOf is the language of a program.
func formOf(unit *elab.Unit) pass.Form {
	if unit.Mem {
		return pass.FunMem
	}
	return pass.Fun
}

// steps reads --passes. A FUNMEM or IMP form ends with memory.
func (o *Options) steps(form pass.Form) ([]*pass.Step, error) {
	steps, err := pass.Steps(o.Passes, form)
	if err != nil {
		return nil, err
	}
	end := form
	for _, p := range steps {
		if p.Pass.To != pass.Either {
			end = p.Pass.To
		}
	}
	switch {
	case o.To == "core" && end != pass.Fun:
		return nil, usagef("`--to core` prints a program of Fun, and these passes give one of FUNMEM").Helpf("write `--to mem`")
	case o.To != "core" && end == pass.Fun:
		return pass.Steps(o.Passes+",introduce", form)
	}
	return steps, nil
}

// manager runs passes over programs of the session, with its inputs.
func (s *Session) manager(unit *elab.Unit) *pass.Manager {
	m := &pass.Manager{Supply: s.elab.Supply(), Type: s.elab.MemType}
	m.Elaborate = func(name, text string) (*validate.Program, error) {
		p, err := syntax.Parse(diag.NewSource(name, text))
		if err != nil {
			return nil, err
		}
		return s.beside(context.Background(), p, name)
	}
	if len(unit.Results) > 0 {
		m.Measure = func(ctx context.Context, at *pass.Stage) (*heap.Usage, error) {
			v := validity.NewSession(s.Settings.options())
			if at.Read.Inputs != nil {
				at.Read.Inputs(v)
			}
			run := memory.New(memory.Options{Options: s.Settings.options()})
			run.Env, run.Heap = v.Heap.Env, v.Heap.Heap
			out, err := run.Run(engine.WithSteps(ctx, measureSteps), at.Read.Core)
			if errors.Is(err, engine.ErrSteps) {
				return nil, fmt.Errorf("a run takes more than %d steps", measureSteps)
			}
			if err != nil {
				return nil, err
			}
			return &out.Usage, nil
		}
	}
	return m
}

// beside elaborates a program in a session of its own that has the inputs of this one.
func (s *Session) beside(ctx context.Context, prog *syntax.Program, name string) (*validate.Program, error) {
	t := NewSession(s.Settings)
	for _, e := range s.entries {
		if e.input != nil {
			t.Bind(e.input.binding.Written(), e.input.value)
		}
	}
	return t.program(ctx, prog, name)
}

// program elaborates a program in a session of which it takes the inputs.
func (s *Session) program(ctx context.Context, prog *syntax.Program, name string) (*validate.Program, error) {
	if err := s.catchUp(ctx); err != nil {
		return nil, err
	}
	unit, err := elaborate(ctx, s.elab, prog)
	if err == nil {
		err = s.hidden(ctx, prog, unit.Core)
	}
	if err != nil {
		return nil, s.aboutInputs(prog, err)
	}
	return s.programOf(unit, name), nil
}

// passHelps are what to do about a pass that is wrong, and about a program that is.
type passHelps struct{ pass, program string }

var (
	lowerHelps = passHelps{
		"please report it, with the programs before and after it, which `--dump-each DIR` writes",
		"without `--check` the passes run all the same",
	}
	commandHelps = passHelps{
		"please report it, with the text of the function and the list of passes",
		"`:check` with a call of it says more",
	}
)

// passError is what is said of a pass that is wrong, and of a program that is.
func passError(err error, help passHelps) error {
	var failed *pass.Failed
	var wrong *pass.Refuted
	switch {
	case errors.As(err, &failed) && failed.Impossible() != nil:
		d := failed.Impossible()
		return d.Note(diag.Span{}, "the pass `%s` shows it, and the passes end there", failed.After.Name())
	case errors.As(err, &failed):
		d := diag.Errorf(diag.Bug, "", diag.Span{}, "the pass `%s` is wrong: %s", failed.After.Name(), failed.Why)
		return d.Helpf("%s", help.pass)
	case errors.As(err, &wrong):
		d := diag.Errorf(diag.Invalid, "", diag.Span{}, "the program goes wrong as it is, before a pass has changed it: %s", wrong)
		return d.Helpf("%s", help.program)
	}
	return err
}

// stageText is what a pass did and refused, with the metrics of what it gave.
func stageText(s *pass.Stage) string {
	text := s.Name()
	if s.Form == pass.FunMem {
		text += ": " + s.Metrics.String()
	}
	if s.NotRun != nil {
		text += "; not run: " + diag.Of(s.NotRun)[0].Msg
	}
	text += "\n"
	for _, n := range s.Notes {
		text += noteText(&n)
	}
	return text
}

// noteText is a note of a pass with its places.
func noteText(n *rewrite.Note) string {
	text := "  " + placeText(n.At) + n.Line() + "\n"
	for _, r := range n.Reasons {
		text += "    " + placeText(r.Span) + r.Msg + "\n"
	}
	return text
}

// stagesJSON is the stages as --json has them.
func stagesJSON(stages []*pass.Stage) []map[string]any {
	var list []map[string]any
	for _, s := range stages {
		one := map[string]any{"pass": s.Name(), "form": s.Form.String(), "program": s.Text}
		if s.Form == pass.FunMem {
			one["metrics"] = s.Metrics
		}
		var notes []map[string]any
		for _, n := range s.Notes {
			note := map[string]any{"name": n.Name, "done": n.Done, "text": n.Text}
			if n.At.IsValid() {
				note["at"] = n.At.String()
			}
			var reasons []map[string]any
			for _, r := range n.Reasons {
				reason := map[string]any{"text": r.Msg}
				if r.Span.IsValid() {
					reason["at"] = r.Span.String()
				}
				reasons = append(reasons, reason)
			}
			if reasons != nil {
				note["reasons"] = reasons
			}
			notes = append(notes, note)
		}
		if notes != nil {
			one["notes"] = notes
		}
		list = append(list, one)
	}
	return list
}
