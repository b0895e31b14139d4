package tutor

import (
	"context"
	"strings"

	"funmem/repl/page"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/diag"
)

// Played is what came of a lesson when somebody went through it who solved everything.
type Played struct {
	Lesson   *Lesson
	Said     map[*Example][]string // the answers of the prompt
	Answers  []*Computed           // of the questions, by step
	Steppers []*page.Lesson        // by step
}

// NewPlayed is a lesson that nobody has gone through yet.
func NewPlayed(l *Lesson) *Played {
	return &Played{l, map[*Example][]string{}, make([]*Computed, len(l.Steps)), make([]*page.Lesson, len(l.Steps))}
}

// Recorded records the evaluation that the step has a stepper for: that of its examples, which have not been entered yet, or
// that of an expression.
func (s *Step) Recorded(ctx context.Context, in *session.Session) (*page.Lesson, error) {
	var lines []string
	if s.Stepper.Expr != nil {
		lines = []string{s.Stepper.Expr.Text}
	} else {
		for _, p := range s.Parts {
			if p.Example != nil && !strings.HasPrefix(p.Example.Input, ":") {
				lines = append(lines, p.Example.Input)
			}
		}
	}
	if len(lines) == 0 {
		return nil, diag.Usagef("the step has no examples that are programs").Helpf("`stepper: EXPR` steps through an expression")
	}
	src := diag.NewSource("lesson", strings.Join(lines, "\n"))
	e, err := in.AsideOnHeap(ctx, src)
	if err != nil {
		return nil, err
	}
	p := &view.LessonProgram{Session: in, Source: src, Mem: e.Mem}
	if !e.Unit.Mem {
		p.Core = e.Unit.Core
	}
	return view.Lesson(ctx, "", p)
}
