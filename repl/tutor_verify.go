package repl

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"funmem/eval/engine"
	"funmem/repl/edit"
	"funmem/repl/session"
	"funmem/repl/tutor"
	"funmem/semantics/diag"
)

// rehearsal goes through a lesson as a student does who solves everything, and looks for mistakes of the lesson.
type rehearsal struct {
	*tutor.Played
	c     *Console
	lines *bytes.Buffer // what the prompt says
	wrong diag.List
	other map[*diag.Diagnostic]bool // the mistakes that are other answers than those in the file
}

// rehearse goes through a lesson from its beginning.
func rehearse(ctx context.Context, settings session.Settings, l *tutor.Lesson) (*rehearsal, error) {
	r := &rehearsal{Played: tutor.NewPlayed(l), lines: &bytes.Buffer{}, other: map[*diag.Diagnostic]bool{}}
	r.c = NewConsole(session.NewSession(settings), r.lines, r.lines)
	r.c.base, r.c.school.entering = ctx, true
	for k, s := range l.Steps {
		if s.Stepper != nil && s.Stepper.Expr == nil {
			r.stepper(ctx, k, s)
		}
		for _, p := range s.Parts {
			if p.Example != nil {
				r.example(p.Example)
			}
		}
		if s.Stepper != nil && s.Stepper.Expr != nil {
			r.stepper(ctx, k, s)
		}
		if s.Task != nil {
			r.task(ctx, s.Task)
		}
		if s.Question != nil {
			r.question(ctx, k, s.Question)
		}
		if ctx.Err() != nil {
			return nil, engine.NewBudget(ctx, 0).Poll()
		}
	}
	return r, nil
}

// enter enters a text and returns what the prompt says, and whether all went well.
func (r *rehearsal) enter(text string) (lines []string, fine bool) {
	r.lines.Reset()
	r.c.status, r.c.quit = 0, false
	r.c.read(edit.NewPlain(strings.NewReader(text), nil))
	return answerLines(r.lines.String()), r.c.status == 0
}

func (r *rehearsal) fail(at diag.Span, format string, args ...any) *diag.Diagnostic {
	d := diag.Errorf(diag.Failed, "", at, format, args...)
	r.wrong = append(r.wrong, d)
	return d
}

// example enters an example and compares the answer.
func (r *rehearsal) example(e *tutor.Example) {
	found, _ := r.enter(e.Input)
	r.Said[e] = found
	if sameLines(found, e.Want) {
		return
	}
	d := r.fail(e.Span, "the prompt answers something else")
	r.other[d] = true
	note(d, "found", found)
	note(d, "wanted", e.Want)
	d.Helpf("`funmem tutor --verify FILE -w` writes the answers into the file")
}

// task tries the solution of a task, and what is wrong on purpose.
func (r *rehearsal) task(ctx context.Context, t *tutor.Task) {
	before, number := r.c.Snapshot(), r.c.Number
	for _, w := range t.Wrong {
		said, fine := r.enter(w.Text)
		failed, err := t.FirstFailed(ctx, r.c.Session)
		switch {
		case err != nil:
			return // it was interrupted, which is said elsewhere
		case failed == nil:
			r.fail(w.Span, "this is meant to be wrong, and passes all checks").Helpf("add a check that refuses it, with `say:` for the student")
		case !fine && failed.Err != nil:
			note(r.fail(w.Span, "this is meant to be refused by a check, and the prompt refuses it").Helpf("write something that can be entered and does not do what the task asks for"), "found", said)
		}
		r.c.Restore(before)
		r.c.Number, before = number, r.c.Snapshot()
	}
	if said, fine := r.enter(t.Solution.Text); !fine {
		note(r.fail(t.Solution.Span, "the solution is refused by the prompt"), "found", said)
	}
	for _, name := range t.Define {
		if _, ok := r.c.Elab.Lookup(name); !ok {
			r.fail(t.Solution.Span, "the solution does not define `%s`", name)
		}
	}
	for _, c := range t.Checks {
		o, err := c.Run(ctx, r.c.Session)
		if err != nil {
			return
		}
		if !o.Passed {
			d := r.fail(c.Span, "the solution does not pass this check")
			if l := diag.Of(o.Err); len(l) > 0 {
				d.Note(diag.Span{}, "%s", l[0].Msg)
			}
			note(d, "told", o.Why)
		}
		if err := c.Say.Holes(ctx, r.c.Session); err != nil {
			r.wrong = append(r.wrong, diag.Of(err)...)
		}
	}
}

// stepper records the evaluation that a step asks for.
func (r *rehearsal) stepper(ctx context.Context, step int, s *tutor.Step) {
	p, err := s.Recorded(ctx, r.c.Session)
	if err != nil {
		d := r.fail(s.Stepper.Span, "there is nothing to step through")
		if l := diag.Of(err); len(l) > 0 {
			d.Msg += ": " + l[0].Msg
		}
		return
	}
	r.Steppers[step] = p
}

// question computes the answer to a question, and answers with it.
func (r *rehearsal) question(ctx context.Context, step int, q *tutor.Question) {
	c, err := q.Ask.Compute(ctx, r.c.Session)
	if err != nil {
		r.wrong = append(r.wrong, diag.Of(err)...)
		return
	}
	given, err := tutor.Parse(c.Right.Form, c.Right.String())
	if err != nil || !c.Right.Accepts(given) {
		r.fail(q.Span, "the answer %s cannot be given", c.Right)
	}
	r.Answers[step] = c
}

// rewritten is the text of a lesson with the answers that were found.
func (r *rehearsal) rewritten(l *tutor.Lesson) string {
	var b strings.Builder
	end := 0
	for _, s := range l.Steps {
		for _, p := range s.Parts {
			if e := p.Example; e != nil {
				b.WriteString(l.Src.Text[end:e.From])
				for _, line := range r.Said[e] {
					b.WriteString("    " + strings.TrimRight(line, " ") + "\n")
				}
				end = e.To
			}
		}
	}
	return b.String() + l.Src.Text[end:]
}

// withoutAnswers are the mistakes besides other answers.
func (r *rehearsal) withoutAnswers() diag.List {
	return slices.DeleteFunc(r.wrong, func(d *diag.Diagnostic) bool { return r.other[d] })
}
