package tutor

import (
	"context"
	"regexp"
	"strings"

	"funmem/eval/value"
	"funmem/repl/session"
)

// arithmetic is an expression of numbers alone.
var arithmetic = regexp.MustCompile(`^[\d\s.+*/%()-]+$`)

// shown looks at the value of an expression that was entered while a question waits: numbers that were computed may be the
// answer.
func (g *Guide) shown(ctx context.Context, in Room, e *session.Entry, result value.Shown) error {
	if g.Asks() != Numbers || e.Src == nil || len(e.Unit.Names) > 0 {
		return nil
	}
	text := printedValue(result)
	given, err := Parse(Numbers, text)
	if err != nil {
		return nil
	}
	c, _, err := g.computed(ctx, in.Session())
	switch {
	case err != nil || c == nil:
		return err
	case !arithmetic.MatchString(e.Src.Text) && c.Right.Accepts(given):
		in.Say("That is the answer: type it to go on.")
	case !arithmetic.MatchString(e.Src.Text):
	case c.Right.Accepts(given):
		return g.Answer(ctx, in, text)
	default:
		in.Say("The question still waits. If " + text + " is your answer, type `" + text + "`.")
	}
	return nil
}

// Bare reads a line at the prompt as an answer to the question, if it can hardly be anything else. An element is the answer to
// the question which element it is.
func (g *Guide) Bare(line string, isName func(word string) bool) bool {
	q := g.now().Question.Ask
	if q.Kind.Name == "element" {
		name, _, _ := strings.Cut(q.Arg, " at ")
		if found, _, err := indices("element", strings.TrimSpace(line)); err == nil && found == strings.TrimSpace(name) {
			return true
		}
	}
	_, bare := Bare(q.Kind.Form, line, isName)
	return bare
}
