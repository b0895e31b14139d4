package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"funmem/eval/validate"
	"funmem/lower/pass"
	"funmem/lower/rewrite"
	"funmem/repl/paint"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
)

// passTests is how many inputs of each function --check compares after each pass.
const passTests = 50

// passes runs the list of --passes over a program. Without --json it reports what each pass did as
// soon as the pass is done. It returns the stages, and the validator that checked them, or nil.
func passes(s *session.Session, ctx context.Context, st Streams, unit *elab.Unit, o *Options) ([]*pass.Stage, *pass.Validator, error) {
	form := FormOf(unit)
	steps, err := o.steps(form)
	if err != nil {
		return nil, nil, err
	}
	if o.DumpEach != "" {
		names := []string{fileOf(0, "source")}
		for k, p := range steps {
			names = append(names, fileOf(k+1, p.String()))
		}
		if err := dumps(o.DumpEach).Free(names); err != nil {
			return nil, nil, err
		}
	}
	m := s.Manager(unit)
	var v *pass.Validator
	if o.Check {
		v = &pass.Validator{Elaborate: m.Elaborate, Style: paint.Style(st.Err), Options: validate.Options{
			Options: s.Settings.Options(), Tests: passTests, Seed: 1,
			Unproved: true, Proof: o.Proof, Progress: s.Progress.Inputs, Clean: validate.Quick,
		}}
	}
	if v != nil {
		m.Validate = func(ctx context.Context, before, after *pass.Stage) error {
			defer s.Progress.Begin()()
			return v.Validate(ctx, before, after)
		}
	}
	if !o.JSON && !o.Quiet {
		m.Tell = func(s *pass.Stage) { fmt.Fprint(st.Err, stageText(s)) }
	}
	stages, err := m.Run(ctx, unit.Core, form, steps)
	if o.DumpEach != "" {
		if err := dumpEach(s, o.DumpEach, made(stages, err)); err != nil {
			return nil, nil, err
		}
	}
	return stages, v, PassError(err, lowerHelps)
}

// FormOf is the language of a program.
func FormOf(unit *elab.Unit) pass.Form {
	if unit.Mem {
		return pass.FunMem
	}
	return pass.Fun
}

// steps reads --passes. For a FUNMEM or IMP form the list must end with memory.
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
		return nil, diag.Usagef("`--to core` prints a program of Fun, and these passes give one of FUNMEM").Helpf("write `--to mem`")
	case o.To != "core" && end == pass.Fun:
		return pass.Steps(o.Passes+",introduce", form)
	}
	return steps, nil
}

// passHelps say what to do about a wrong pass, and about a wrong program.
type passHelps struct{ pass, program string }

var (
	lowerHelps = passHelps{
		"please report it, with the programs before and after it, which `--dump-each DIR` writes",
		"without `--check` the passes run all the same",
	}
	CommandHelps = passHelps{
		"please report it, with the text of the function and the list of passes",
		"`:check` with a call of it says more",
	}
)

// PassError is the message about a wrong pass, or about a wrong program.
func PassError(err error, help passHelps) error {
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

// stageText says what a pass did and refused, with the metrics of its result.
func stageText(s *pass.Stage) string {
	text := s.Name()
	if s.Form == pass.FunMem {
		text += ": " + s.Metrics.String()
	}
	if s.NotRun != nil {
		text += "; not run: " + diag.Of(s.NotRun)[0].Msg
	}
	text += "\n"
	if s.Checked != nil {
		text += "  " + s.Checked.String() + "\n"
	}
	for _, n := range s.Notes {
		text += NoteText(&n)
	}
	return text
}

// reporting is the error that --report names no pass that has a report, or none of those of --passes.
func (o *Options) reporting() error {
	if o.Report == "" || o.ownReport() {
		return nil
	}
	have := pass.Reporting()
	for _, name := range o.reports() {
		switch {
		case name == shapesReport:
			return diag.Usagef("`--report shapes` is about the program before any pass").Helpf("leave the other reports, and `--passes`, out")
		case name == regularityReport:
			return diag.Usagef("`--report regularity` is about the program before any pass").Helpf("leave the other reports, and `--passes`, out")
		case name == footprintReport:
			return diag.Usagef("`--report footprint` is not about what a pass did").Helpf("leave the other reports out")
		case !slices.Contains(have, name):
			return diag.Usagef("there is no report of `%s`", name).Helpf("these passes have one: `%s`; and `--report shapes`, `--report footprint` and `--report regularity` need no passes", strings.Join(have, "`, `"))
		case o.HTML != "":
			return diag.Usagef("`--report %s` takes the place of the program, and `--html` writes that", name).Helpf("leave one of them out")
		case o.To != "mem":
			return diag.Usagef("`--report %s` takes the place of the program, and `--to %s` prints that", name, o.To).Helpf("leave one of them out")
		case !o.runs(name):
			return diag.Usagef("`--report %s` is about a pass that `--passes` does not have", name).Helpf("write it after the pass `introduce`, as in `--passes inline,introduce,%s`", name)
		}
	}
	return nil
}

// ownReport tells whether the report is one that needs no passes.
func (o *Options) ownReport() bool {
	return o.Report == shapesReport || o.Report == footprintReport || o.Report == regularityReport
}

// reports are the names in --report.
func (o *Options) reports() []string { return strings.Split(o.Report, ",") }

// runs tells whether a pass is among those of --passes, also by way of a pipeline. It says so of each pass if the list is wrong: what is
// wrong with it is said where it is run.
func (o *Options) runs(name string) bool {
	wrong := 0
	for _, form := range []pass.Form{pass.Fun, pass.FunMem} {
		steps, err := pass.Steps(o.Passes, form)
		if err != nil {
			wrong++
		}
		if slices.ContainsFunc(steps, func(s *pass.Step) bool { return s.Pass.Name == name }) {
			return true
		}
	}
	return wrong == 2
}

// report prints the reports of the passes of --report, in the order in which these ran.
func (o *Options) report(st Streams, stages []*pass.Stage) error {
	names := o.reports()
	for _, s := range stages {
		if s.Step != nil && slices.Contains(names, s.Step.Pass.Name) {
			fmt.Fprint(st.Out, ReportText(s, len(names) > 1))
		}
	}
	return nil
}

// ReportText is the report of a pass. Among several it is under the name of the pass.
func ReportText(s *pass.Stage, several bool) string {
	text := cmp.Or(s.Report, "nothing for `"+s.Step.Pass.Name+"` to report on\n")
	if !several {
		return text
	}
	return s.Name() + ":\n  " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n  ") + "\n"
}

// NoteText is a note of a pass with its places.
func NoteText(n *rewrite.Note) string {
	text := "  " + view.PlaceText(n.At) + n.Line() + "\n"
	for _, r := range n.Reasons {
		text += "    " + view.PlaceText(r.Span) + r.Msg + "\n"
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
		if s.NotRun != nil {
			one["notRun"] = diag.Of(s.NotRun)[0]
		}
		if c := s.Checked; c != nil {
			one["validStatus"], one["comparisons"] = c.Status, c.Tests
			if c.Open != "" {
				one["open"] = c.Open
			}
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
		if s.Report != "" {
			one["report"] = s.Report
		}
		list = append(list, one)
	}
	return list
}
