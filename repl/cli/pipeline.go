package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"funmem/eval/data"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/eval/verdict"
	"funmem/futhark"
	"funmem/heap"
	"funmem/repl/paint"
	"funmem/repl/session"
	"funmem/semantics/diag"
)

// dumpStage is a stage of one of Futhark's pipelines: a file called NAME.sNN-PASS.fut_seq_mem, or
// NAME.final.fut_seq_mem.
type dumpStage struct {
	path, label string
	order       int
	bytes       int // of a location, for all its blocks; 0: they differ
	program     *validate.Program
	illTyped    *validate.IllTyped // instead of the program: there is none
}

// stagesOf returns the files of one pipeline in the order of its stages. A pattern that the shell
// did not expand stands for the files that match it.
func stagesOf(args []string) ([]*dumpStage, error) {
	var paths []string
	for _, arg := range args {
		found, err := filepath.Glob(arg)
		if err != nil || len(found) == 0 {
			found = []string{arg}
		}
		paths = append(paths, found...)
	}
	var list []*dumpStage
	program := ""
	for _, path := range paths {
		if _, err := os.Stat(path); err != nil {
			return nil, data.CannotRead(path, err)
		}
		stage, ok := futhark.StageOf(path)
		if !ok {
			return nil, diag.Usagef("%s is not called as a stage of a pipeline", path).Helpf("stages are called NAME.s00-alloc.fut_seq_mem, NAME.s01-cse.fut_seq_mem, …, NAME.final.fut_seq_mem")
		}
		if of := stage.Program + " of " + stage.Kind; program != "" && of != program {
			return nil, diag.Usagef("%s is a stage of %s, and those before it are stages of %s", path, of, program).Helpf("`--stages` takes the stages of one program in one pipeline")
		} else {
			program = of
		}
		d := &dumpStage{path: path, label: stage.Label, order: stage.Order}
		if k := slices.IndexFunc(list, func(e *dumpStage) bool { return e.path == path }); k >= 0 {
			return nil, diag.Usagef("%s is there twice", path)
		}
		if k := slices.IndexFunc(list, func(e *dumpStage) bool { return e.order == d.order }); k >= 0 {
			return nil, diag.Usagef("%s and %s are the same stage", list[k].path, path)
		}
		list = append(list, d)
	}
	if len(list) < 2 {
		return nil, diag.Usagef("`--stages` needs two stages, and found %s", strings.Join(paths, " "))
	}
	slices.SortFunc(list, func(a, b *dumpStage) int { return a.order - b.order })
	return list, nil
}

// step is the verdict on two stages that follow each other.
type step struct {
	From, To      string
	Verdict       validate.Word
	Tests         int
	strays        int  // the tests on which the later stage is not consistent
	given         bool // there is only the given input
	Before, After heap.Usage
	bytes         [2]int
	resized       int      // tests under other sizes than those of --set
	set           []string // the sizes under which it is refuted
}

// pipeline validates each stage of a pipeline against the one before, or against the last one that
// is not refuted. It prints a line for each step, followed by the counterexample if the step is
// refuted.
func (o *Options) pipeline(ctx context.Context, st Streams, args []string) error {
	for flag, given := range map[string]bool{"--save": o.Save != "", "--explain": o.Explain != ""} {
		if given {
			return diag.Usagef("`%s` is about two programs, and `--stages` takes all of a pipeline", flag).Helpf("`funmem validate` with the two stages of a step takes it")
		}
	}
	list, err := stagesOf(args)
	if err != nil {
		return err
	}
	for k, d := range list {
		if !futhark.IsDump(d.path) {
			return diag.Usagef("%s is no dump: their names end in %s", d.path, strings.Join(futhark.Dumps, ", "))
		}
		d.program, err = o.side(ctx, st, d.path)
		if k > 0 { // the first stage is BEFORE
			d.illTyped = validate.NewIllTyped(d.path, err)
		}
		switch {
		case d.illTyped != nil:
			verdict.Refute(ctx)
		case err != nil:
			return err
		default:
			d.bytes = o.unit.Location
		}
	}
	if err := o.KnownSizes(); err != nil {
		return err
	}
	var steps []step
	all := &Validation{Options: o.validation(session.NewProgress(st.Err)), Style: paint.Style(st.Out)}
	all.Options.Proof = validity.NoProof // what is proved of whole stages is said below
	prover := &stageProver{effort: o.Proof}
	if prover.asking, err = o.Second.Begin(verdict.Poll(ctx)); err != nil {
		return err
	}
	defer prover.asking.Close()
	var objects []map[string]any
	start := time.Now()
	before := list[0] // the last stage that is not known to be wrong
	proved, provedSteps := 0, 0
	tell := func(d *dumpStage) *stageProof {
		if d.illTyped != nil {
			return nil
		}
		m := prover.memoryOf(ctx, d)
		if m == nil {
			return nil
		}
		if m.Proved {
			proved++
		}
		if !o.JSON {
			fmt.Fprintln(st.Out, "  "+m.line(d.label))
		}
		return m
	}
	var first *stageProof
	for k, after := range list {
		if k == 0 {
			first = tell(after)
			continue
		}
		if o.Time > 0 { // the time left, in equal parts
			all.Options.Time = validate.Share(o.Time, start, len(list)-k)
		}
		from := before
		s, v, err := o.step(ctx, st, all, before, after)
		if err != nil {
			return err
		}
		if s.Verdict != validate.Refuted && s.Verdict != validate.Ill {
			before = after
		}
		steps = append(steps, s)
		for _, t := range v.IllTyped {
			t.Step = s.label()
		}
		for _, r := range v.reports {
			step := s.label()
			if s.Tests > 0 {
				step += ", " + s.used()
			}
			if r.Step != "" { // the sizes
				step += ", " + r.Step
			}
			r.Step = step
			all.reports = append(all.reports, r)
		}
		if o.JSON {
			object := v.json(ctx)
			if m := tell(after); m != nil {
				values := prover.valuesOf(ctx, from, after)
				object["memory"], object["values"] = m, values
				if bug := v.stepBug(s, values, m); bug != nil {
					object["bug"] = bug
				}
				if s.Verdict == validate.Valid {
					object["validStatus"] = map[bool]validity.Status{true: validity.Proved, false: validity.Tested}[m.Proved && values.Proved]
				}
			}
			object["from"], object["to"], object["used"] = s.From, s.To, []heap.Usage{s.Before, s.After}
			if len(s.set) > 0 {
				object["set"] = s.set
			}
			objects = append(objects, object)
			continue
		}
		fmt.Fprintln(st.Out, s)
		for _, t := range v.IllTyped {
			fmt.Fprint(st.Out, t.Text(v.Style))
		}
		for _, r := range v.reports {
			if r.Word != validate.Valid {
				fmt.Fprint(st.Out, r.Text(v.Style, r.Traces, r.Irrelevant))
			} else {
				fmt.Fprint(st.Out, r.StraysText(v.Style))
			}
		}
		fmt.Fprint(st.Out, v.left()+promises(v.broken, v.Style))
		if m := tell(after); m != nil {
			values := prover.valuesOf(ctx, from, after)
			if s.Verdict == validate.Valid {
				fmt.Fprintln(st.Out, "  "+stepLine(s.label(), values, m))
				if values.Proved && m.Proved {
					provedSteps++
				}
			}
			if bug := v.stepBug(s, values, m); bug != nil {
				fmt.Fprint(st.Out, diag.Format(bug, v.Style))
			}
		}
	}
	if err := prover.asking.Told(st.Err); err != nil {
		return err
	}
	again, words := o.again(args), &Validation{broken: all.broken, Comparison: validate.Comparison{IllTyped: all.IllTyped}}
	for _, s := range steps {
		if s.Verdict != validate.Ill {
			words.Add(&validate.Result{Word: s.Verdict, Strays: s.strays})
		}
	}
	summary := diag.Count(len(steps), "step") + ": " + words.Summary()
	if o.HTML != "" {
		p := &validate.Page{Stages: strings.Join(args, " "), Summary: summary, Again: again, Reports: all.reports, IllTyped: all.IllTyped, Words: o.Words.Text}
		if err := o.page(st, p, all.Options); err != nil {
			return err
		}
	}
	if o.JSON {
		whole := map[string]any{"ok": all.Status() == 0, "verdict": all.Word(), "steps": objects, "command": again}
		if first != nil {
			whole["memory"] = first
		}
		if proved > 0 {
			whole["assumed"] = validity.AssumedOfDumps
		}
		if err := o.writeJSON(st.Out, whole); err != nil {
			return err
		}
	} else {
		if proved > 0 {
			fmt.Fprintln(st.Out, "assumed: "+validity.AssumedOfDumps)
		}
		if len(steps) > 0 && o.Proof != validity.NoProof {
			summary += fmt.Sprintf("; %d of %d proved", provedSteps, len(steps))
		}
		fmt.Fprintf(st.Out, "%s; again: %s\n", summary, again)
	}
	if status := all.Status(); status != 0 {
		return Exit(status)
	}
	return nil
}

// step validates one stage against the one before.
func (o *Options) step(ctx context.Context, st Streams, all *Validation, before, after *dumpStage) (step, *Validation, error) {
	start := time.Now()
	s := step{From: before.label, To: after.label, Verdict: validate.Valid, bytes: [2]int{before.bytes, after.bytes}}
	if t := after.illTyped; t != nil {
		s.Verdict, all.IllTyped = validate.Ill, append(all.IllTyped, t)
		return s, &Validation{Options: all.Options, Style: all.Style, Comparison: validate.Comparison{IllTyped: []*validate.IllTyped{t}}}, nil
	}
	subjects, err := o.subjects(before.program, after.program)
	if err != nil {
		return s, nil, err
	}
	v := &Validation{Options: all.Options, Style: all.Style}
	for _, sub := range subjects {
		r, err := validate.Validate(ctx, sub, v.Options)
		if err != nil {
			return s, nil, err
		}
		v.Add(r)
		all.Add(r)
		v.Explain(ctx, r, before.program)
		s.Tests += r.Tests
		s.strays += r.Strays
		s.given = r.AllGiven()
		s.Before.Add(r.Used[0])
		s.After.Add(r.Used[1])
	}
	if v.Word() == validate.Valid || v.starved() {
		sizes, wrong, err := o.underSizes(ctx, st, before.path, after.path, v.Options, start.Add(v.Options.Time))
		if err != nil {
			return s, nil, err
		}
		v.sizes = sizes
		for _, r := range sizes {
			s.resized += r.tests
		}
		if v.wrong = wrong; wrong != nil {
			s.set = wrong.o.Sizes
			v.Add(wrong.Result)
			all.Add(wrong.Result)
			v.Explain(ctx, wrong.Result, wrong.before)
		}
	}
	s.Verdict = v.Word()
	v.broken = o.broken(ctx, before.program, after.program, verdict.Runs(subjects, v.Options))
	v.leave(o, subjects, before.program, after.program)
	all.Missing, all.Open = append(all.Missing, v.Missing...), append(all.Open, v.Open...)
	all.broken = append(all.broken, v.broken...)
	return s, v, nil
}

// label names a step.
func (s step) label() string { return s.From + " → " + s.To }

// String is the step in one line.
func (s step) String() string {
	line := fmt.Sprintf("%s → %s: %s", s.From, s.To, s.Verdict.Text())
	switch {
	case s.Verdict == validate.Ill:
		return line
	case s.Verdict == validate.Valid && s.given:
		line += " on the inputs that are given"
	case s.Verdict == validate.Valid && s.resized > 0:
		line += fmt.Sprintf(" on %s, and on %d with other sizes", diag.Count(s.Tests, "input"), s.resized)
	case s.Verdict == validate.Valid:
		line += " on " + diag.Count(s.Tests, "input")
	case len(s.set) > 0:
		line += " with --set " + strings.Join(s.set, " --set ")
	case s.Tests == 0:
		return line + " on the first input"
	default:
		line += " after " + diag.Count(s.Tests, "input")
	}
	if s.Verdict == validate.Valid && s.strays > 0 {
		line += fmt.Sprintf("; not consistent on %d", s.strays)
	}
	if s.Tests == 0 {
		return line
	}
	return line + "; " + s.used()
}

// used says what both stages used on the inputs that were compared.
func (s step) used() string {
	change := func(what string, a, b int) string {
		if a == b {
			return fmt.Sprintf("%d %s", a, what)
		}
		return fmt.Sprintf("%d → %d %s", a, b, what)
	}
	parts := []string{change("allocs", s.Before.Allocs, s.After.Allocs)}
	if s.bytes[0] > 0 && s.bytes[1] > 0 {
		parts = append(parts, change("bytes", s.bytes[0]*s.Before.Locations, s.bytes[1]*s.After.Locations))
	} else {
		parts = append(parts, change("locations", s.Before.Locations, s.After.Locations))
	}
	parts = append(parts, change("elements copied", s.Before.Copied, s.After.Copied))
	return strings.Join(parts, ", ")
}
