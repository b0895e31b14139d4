package cli

import (
	"context"
	"fmt"
	"strings"

	"funmem/eval/validate"
	"funmem/eval/verdict"
	"funmem/lower/pass"
	"funmem/repl/page"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// Page is the body of `page`.
func Page(ctx context.Context, st Streams, o *Options, args []string) error {
	if o.Out == "" && !o.JSON {
		return diag.Usagef("`--out` is missing, the file of the page").Helpf("write `--out lesson.html`; `--json` prints the steps instead")
	}
	if o.Out != "" && !isPage(o.Out) {
		return diag.Usagef("cannot write %s: wanted a file that ends in .html or .htm", o.Out)
	}
	if err := o.mayWrite(ctx, args); err != nil {
		return err
	}
	l, err := o.lesson(ctx, st, args)
	if err == nil {
		err = Steps(l, "a file of functions needs a call, as in `-e 'f(3)'`, and a dump of Futhark's its inputs, as in `--in 'xs=[1,2]'`")
	}
	if err != nil {
		return err
	}
	if o.JSON {
		return WriteJSON(st.Out, l)
	}
	if err := page.Write(o.Out, l); err != nil {
		return err
	}
	fmt.Fprintf(st.Out, "wrote %s: %s\n", o.Out, LessonText(l))
	return nil
}

// lesson is the page of a program, of a program before and after passes, or of two programs.
func (o *Options) lesson(ctx context.Context, st Streams, args []string) (*page.Lesson, error) {
	if o.Passes != "" {
		if len(args) > 1 {
			return nil, diag.Usagef("`--passes` makes the second program, and there are two files").Helpf("leave `--passes` or %s out", args[1])
		}
		return o.passed(ctx, st, args[0])
	}
	before, err := o.lessonProgram(ctx, st, args[0])
	if err != nil {
		return nil, err
	}
	if len(args) == 1 {
		return view.Lesson(ctx, args[0], before)
	}
	after, err := o.lessonProgram(ctx, st, args[1])
	if err != nil {
		return nil, err
	}
	before.Name, after.Name = "before: "+args[0], "after: "+args[1]
	return view.Comparison(ctx, args[0]+" and "+args[1], before, after)
}

// lessonProgram is a file as a page has it.
func (o *Options) lessonProgram(ctx context.Context, st Streams, path string) (*view.LessonProgram, error) {
	s, prog, unit, err := o.elaborated(ctx, st, path)
	if err != nil {
		return nil, err
	}
	return lowered(ctx, s, prog, unit)
}

// lowered is a program of a session as a page has it.
func lowered(ctx context.Context, s *session.Session, prog *syntax.Program, unit *elab.Unit) (*view.LessonProgram, error) {
	mem, err := s.Lower(ctx, unit)
	if err != nil {
		return nil, err
	}
	return &view.LessonProgram{Session: s, Source: prog.Span.Src, Core: coreOf(unit), Mem: mem}, nil
}

// coreOf is the core form of a program, or nil if it is FUNMEM.
func coreOf(unit *elab.Unit) *syntax.Program {
	if unit.Mem {
		return nil
	}
	return unit.Core
}

// passed is the page of a program before and after the passes of --passes: as the first of them leaves it that gives FUNMEM, or as it is
// if it is FUNMEM, and as the last one does.
func (o *Options) passed(ctx context.Context, st Streams, path string) (*page.Lesson, error) {
	s, prog, unit, err := o.elaborated(ctx, st, path)
	if err != nil {
		return nil, err
	}
	quiet := *o
	quiet.Quiet = true
	stages, _, err := passes(s, ctx, st, unit, &quiet)
	if err != nil {
		return nil, err
	}
	var made []*pass.Stage
	for _, s := range stages {
		if s.Form == pass.FunMem {
			made = append(made, s)
		}
	}
	first, last := made[0], made[len(made)-1]
	if first == last {
		return nil, diag.Usagef("there is one FUNMEM program in `%s`, and nothing to compare it with", o.Passes).Helpf("write passes after `introduce`, as in `--passes introduce,hoist`")
	}
	before := &view.LessonProgram{Name: "before", Session: s, Source: prog.Span.Src, Core: coreOf(unit), Mem: first.Program}
	after := &view.LessonProgram{Name: "after " + o.Passes, Session: s, Source: prog.Span.Src, Mem: last.Program}
	if first.Step != nil {
		before.Name = "before: after " + first.Name()
	}
	return view.Comparison(ctx, path, before, after)
}

// counterexample writes the page of --page, once: both programs with the input on which they differ.
func (o *Options) counterexample(ctx context.Context, st Streams, r *validate.Result) error {
	if o.Lesson == "" || r.Word != validate.Refuted {
		return nil
	}
	file := o.Lesson
	o.Lesson = ""
	before, after, err := r.Closed()
	if err != nil {
		return diag.Usagef("%s was not written: %s", diag.OneLine(file), err)
	}
	var sides []*view.LessonProgram
	for k, text := range []string{before, after} {
		p, err := o.closed(ctx, text)
		if err != nil {
			return err
		}
		p.Name = []string{"before", "after"}[k]
		sides = append(sides, p)
	}
	l, err := view.Comparison(ctx, "a counterexample: "+r.Line(), sides[0], sides[1])
	if err != nil {
		return err
	}
	if err := page.Write(file, l); err != nil {
		return err
	}
	if !o.JSON {
		fmt.Fprintf(st.Out, "wrote %s: %s\n", diag.OneLine(file), LessonText(l))
	}
	return nil
}

// closed is a program without inputs, by its text, in a session of its own.
func (o *Options) closed(ctx context.Context, text string) (*view.LessonProgram, error) {
	prog, err := syntax.Parse(diag.NewSource("counterexample", text), verdict.Poll(ctx))
	if err != nil {
		return nil, err
	}
	s := session.NewSession(o.Settings)
	if err := s.CatchUp(ctx); err != nil {
		return nil, err
	}
	unit, err := session.Elaborate(ctx, s.Elab, prog)
	if err != nil {
		return nil, err
	}
	return lowered(ctx, s, prog, unit)
}

// LessonText says what a page has.
func LessonText(l *page.Lesson) string {
	var parts []string
	for k, c := range l.Columns {
		when := ""
		if len(l.Columns) > 1 {
			when = []string{" before", " after"}[k]
		}
		first := c.Runs[0].Orders.Branches[0].Story
		text := diag.Count(len(first.Steps), "step") + when
		switch {
		case first.More:
			text += ", and there are more"
		case first.Ended != "":
			text += "; then it is stuck: " + diag.OneLine(first.Ended)
		}
		parts = append(parts, text)
		for _, r := range c.Runs {
			if r.Hand {
				parts = append(parts, diag.Count(len(r.Orders.Branches), "order")+" of iterations")
				if r.Orders.Open > 0 {
					parts = append(parts, "and there are more")
				}
			}
		}
	}
	return strings.Join(parts, ", ")
}

// Steps is the error that a page has no steps.
func Steps(l *page.Lesson, help string) error {
	for _, c := range l.Columns {
		if s := c.Runs[0].Orders.Branches[0].Story; len(s.Steps) == 0 && s.Ended == "" {
			return diag.Usagef("there is nothing to step through: nothing is evaluated").Helpf("%s", help)
		}
	}
	return nil
}
