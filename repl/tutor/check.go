package tutor

import (
	"context"
	"strings"

	"funmem/eval/verdict"
	"funmem/repl/session"
	"funmem/semantics/diag"
)

// Outcome is what came of a check.
type Outcome struct {
	Passed bool
	Why    []string // if it failed: what the student is told
	Err    error    // why it could not be evaluated, which is a failure, too
}

// Run runs a check over what a session has defined. The error is that the context is done.
func (c *Check) Run(ctx context.Context, s *session.Session) (Outcome, error) {
	holds, why, err := c.holds(ctx, s)
	if err != nil && len(diag.Of(err)) == 0 {
		return Outcome{}, err
	}
	if err == nil && holds {
		return Outcome{Passed: true}, nil
	}
	if c.Say != nil {
		return Outcome{Why: append([]string{c.Say.filled(ctx, s)}, why...), Err: err}, ctx.Err()
	}
	if c.Expr != nil {
		why = append([]string{"`" + c.Expr.Text + "` is not true"}, why...)
	}
	return Outcome{Why: why, Err: err}, ctx.Err()
}

// holds tells whether what the check says is true, and lines that show why not.
func (c *Check) holds(ctx context.Context, s *session.Session) (bool, []string, error) {
	if c.Expr != nil {
		text, err := c.Expr.value(ctx, s)
		if err == nil && text != "0" && text != "1" {
			err = diag.Errorf(diag.Failed, "", c.Expr.Span, "`%s` is %s, and a check is 1 or 0", c.Expr.Text, text).Helpf("compare with `==`, `<` and the like")
		}
		return text == "1", nil, err
	}
	left, err := c.Left.compute(ctx, s)
	if err != nil {
		return false, nil, err
	}
	right := c.Literal
	why := left.Why
	if c.Right != nil {
		other, err := c.Right.compute(ctx, s)
		if err != nil {
			return false, nil, err
		}
		right, why = &other.Right, append(why[:len(why):len(why)], other.Why...)
	}
	return right.Accepts(left.Right), why, nil
}

// value is the value of an expression of a lesson, as the prompt prints it.
func (c *Code) value(ctx context.Context, s *session.Session) (string, error) {
	prog, err := c.program(verdict.Poll(ctx))
	if err != nil {
		return "", err
	}
	e, err := s.ParsedAside(ctx, prog)
	if err != nil {
		return "", err
	}
	v, err := onlyValue(ctx, s, e, c.Text)
	if err != nil {
		if l := diag.Of(err); len(l) > 0 && !l[0].Span.IsValid() {
			l[0].Span = c.Span
		}
		return "", err
	}
	return printedValue(v), nil
}

// filled is the text with the values of its holes.
func (w *Words) filled(ctx context.Context, s *session.Session) string {
	text := w.Text
	for _, h := range w.holes {
		value, err := h.value(ctx, s)
		if err != nil {
			value = "an error"
		}
		text = strings.Replace(text, "{"+h.Text+"}", value, 1)
	}
	return text
}

// Holes evaluates the holes of a text, which may be nil, and returns the first error.
func (w *Words) Holes(ctx context.Context, s *session.Session) error {
	if w == nil {
		return nil
	}
	for _, h := range w.holes {
		if _, err := h.value(ctx, s); err != nil {
			return err
		}
	}
	return nil
}
