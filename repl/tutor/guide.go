package tutor

import (
	"context"
	"fmt"
	"strings"

	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
)

// Room is where a student goes through a lesson: a prompt.
type Room interface {
	Session() *session.Session
	Enter(ctx context.Context, text string) // shows the text as if it had been typed, and enters it
	Quietly(f func())                       // shows nothing of what f does
	Say(text string)                        // a paragraph of text
	Lines(text string)                      // lines as they are
	Good(text string)                       // a paragraph about something that is right,
	Bad(text string)                        // or wrong
	Title(text string)
	Item(text string) // an item of a list, which goes on
	Space()           // an empty line
}

// Guide leads a student through a lesson.
type Guide struct {
	Lesson   *Lesson
	At       int // the step, from 0
	Progress *Progress
	Last     bool // no other lesson follows

	solved  bool // nothing more is asked for in this step
	hints   int  // hints that were shown in this step
	tried   bool // an answer of this step was wrong, or it was shown, or the task was passed over
	told    bool // how it is was shown in this step
	entries int  // of the session when the step began
	seen    int  // of these entries, those that were looked at
	names   map[string]elab.Name
	owned   map[string]bound // the names that the lesson and the solved tasks have bound
	ended   bool
}

// NewGuide leads through a lesson from its beginning, or from where its student left it.
func NewGuide(l *Lesson, p *Progress) *Guide {
	return &Guide{Lesson: l, Progress: p, owned: map[string]bound{}}
}

// Begin shows the title, and the step to go on with.
func (g *Guide) Begin(ctx context.Context, in Room) error {
	in.Title(g.title())
	r := g.Progress.Of(g.Lesson)
	if r.Done && r.Step == 0 {
		in.Say("You have finished this lesson before. It starts over.")
	}
	if g.At = r.Step; g.At > 0 {
		in.Say(fmt.Sprintf("You were at step %d of %d, and it goes on there. `:tutor again` starts over.", g.At+1, len(g.Lesson.Steps)))
		in.Quietly(func() { g.replay(ctx, in) })
	} else if g.Lesson.Minutes > 0 {
		in.Say(fmt.Sprintf("This takes about %d minutes. Enter goes on, `:hint` helps, `:tutor` shows the step again. Anything else is the prompt as usual: try what you like.", g.Lesson.Minutes))
	}
	return g.step(ctx, in)
}

func (g *Guide) title() string {
	if g.Lesson.Number > 0 {
		return fmt.Sprintf("Lesson %d: %s", g.Lesson.Number, g.Lesson.Title)
	}
	return "Lesson: " + g.Lesson.Title
}

// replay enters what the steps before this one entered.
func (g *Guide) replay(ctx context.Context, in Room) {
	r := g.Progress.Of(g.Lesson)
	for k, s := range g.Lesson.Steps[:g.At] {
		for _, p := range s.Parts {
			if p.Example != nil {
				g.enter(ctx, in, k, p.Example.Input)
			}
		}
		if s.Task == nil {
			continue
		}
		if text := r.Solutions[k]; text != "" {
			g.enter(ctx, in, k, text)
			if failed, err := s.Task.FirstFailed(ctx, in.Session()); err == nil && failed == nil {
				continue
			}
		}
		g.enter(ctx, in, k, s.Task.Solution.Text)
	}
}

// FirstFailed is the outcome of the first check that fails, or nil.
func (t *Task) FirstFailed(ctx context.Context, s *session.Session) (*Outcome, error) {
	for _, c := range t.Checks {
		o, err := c.Run(ctx, s)
		if err != nil || !o.Passed {
			return &o, err
		}
	}
	return nil, nil
}

// now is the present step.
func (g *Guide) now() *Step { return g.Lesson.Steps[g.At] }

// step shows the present step and runs its examples.
func (g *Guide) step(ctx context.Context, in Room) error {
	g.hints, g.tried, g.told = 0, false, false
	s := g.now()
	if names := g.strayed(in.Session(), s.uses()...); len(names) > 0 {
		in.Say(g.stray(in.Session(), names))
	}
	g.show(in, func(e *Example) { g.enter(ctx, in, g.At, e.Input) })
	g.solved = s.Task == nil && s.Question == nil
	g.entries = len(in.Session().Entries)
	g.seen = g.entries
	g.names = g.defined(in.Session())
	g.Progress.Of(g.Lesson).Step = g.At
	return g.Progress.Keep(g.Lesson)
}

// show shows the present step.
func (g *Guide) show(in Room, example func(*Example)) {
	s := g.now()
	for k, p := range s.Parts {
		switch {
		case p.Example != nil:
			example(p.Example)
			if more := k+1 < len(s.Parts); more && s.Parts[k+1].Example == nil || !more && (s.Task != nil || s.Question != nil) {
				in.Space()
			}
		case p.Lines != "":
			in.Lines(indent(p.Lines))
			in.Space()
		case isItem(p.Text) && k+1 < len(s.Parts) && isItem(s.Parts[k+1].Text):
			in.Item(p.Text)
		default:
			in.Say(p.Text)
		}
	}
	switch {
	case s.Task != nil:
		in.Say("Task: " + s.Task.Text)
	case s.Question != nil:
		in.Say("Question: " + s.Question.Text)
	}
}

func indent(text string) string { return "    " + strings.ReplaceAll(text, "\n", "\n    ") }

// Again shows the present step once more. Its examples have run: their answers are those of the lesson.
func (g *Guide) Again(in Room) {
	in.Title(g.title())
	if g.ended {
		g.atEnd(in)
		return
	}
	g.show(in, func(e *Example) {
		in.Lines(indent(strings.Join(append([]string{"> " + strings.ReplaceAll(e.Input, "\n", "\n  ")}, e.Want...), "\n")))
	})
}

// Status is the line above the prompt. It fits into 80 columns.
func (g *Guide) Status() string {
	at := fmt.Sprintf("step %d of %d", g.At+1, len(g.Lesson.Steps))
	if g.Lesson.Number > 0 {
		at = fmt.Sprintf("lesson %d, %s", g.Lesson.Number, at)
	}
	s := g.now()
	switch {
	case g.ended && g.Last:
		return "the end of the lesson · :tutor list · :tutor leave"
	case g.ended:
		return "the end of the lesson · Enter begins the next one · :tutor list"
	case g.solved:
		return at + " · Enter goes on"
	case s.Task != nil:
		return at + " · define `" + strings.Join(s.Task.Define, "`, `") + "` · :hint :next :tutor"
	}
	return at + " · answer " + example[s.Question.Ask.Kind.Form] + " · :hint :next :tutor"
}

// example is how an answer may look.
var example = map[Form]string{
	Numbers: "as 5 or 1, 2", Set: "as 0, 2 or none", Pairs: "as 1 and 2, or none", Truth: "yes or no", Name: "with a name",
}

// Blank is an empty line at the prompt: it goes on if nothing is asked for.
func (g *Guide) Blank(ctx context.Context, in Room) error {
	switch {
	case g.ended:
	case g.solved:
		return g.onward(ctx, in)
	case g.now().Task != nil:
		in.Say("This step ends with a task: enter what it asks for. `:hint` helps, `:next` passes over it.")
	default:
		in.Say("This step ends with a question: type the answer. `:hint` helps, `:next` passes over it.")
	}
	return nil
}

// Next goes on, also past a task or a question.
func (g *Guide) Next(ctx context.Context, in Room) error {
	s := g.now()
	switch {
	case g.ended:
		g.atEnd(in)
		return nil
	case g.solved:
	case s.Task != nil:
		g.mark(false)
		in.Say("Passed over. This is a solution, which is entered for you:")
		g.enter(ctx, in, g.At, s.Task.Solution.Text)
		in.Space()
	default:
		g.mark(false)
		c, why, err := g.computed(ctx, in.Session())
		switch {
		case err != nil:
			return err
		case c == nil:
			in.Say("Passed over. " + why)
		default:
			in.Say("Passed over. The answer is " + c.Right.String() + ":")
			in.Lines(indent(strings.Join(c.Why, "\n")))
			in.Space()
		}
	}
	return g.onward(ctx, in)
}

// mark notes whether a step went right at first.
func (g *Guide) mark(right bool) {
	r := g.Progress.Of(g.Lesson)
	if _, known := r.Right[g.At]; !known {
		r.Right[g.At] = right
	}
	g.tried = g.tried || !right
}

// onward shows the next step, or that there is none.
func (g *Guide) onward(ctx context.Context, in Room) error {
	if g.At+1 < len(g.Lesson.Steps) {
		g.At++
		return g.step(ctx, in)
	}
	r := g.Progress.Of(g.Lesson)
	r.Done, r.Step, g.ended = true, 0, true
	g.atEnd(in)
	return g.Progress.Keep(g.Lesson)
}

// atEnd says how the lesson went.
func (g *Guide) atEnd(in Room) {
	asked, right := 0, 0
	r := g.Progress.Of(g.Lesson)
	for k, s := range g.Lesson.Steps {
		if s.Task == nil && s.Question == nil {
			continue
		}
		if asked++; r.Right[k] {
			right++
		}
	}
	text := "That was “" + g.Lesson.Title + "”."
	if asked > 0 {
		text += fmt.Sprintf(" You did %d of %s at the first try.", right, diag.Plural(asked, "task or question", "tasks and questions"))
	}
	in.Say(text)
}

// Ended tells whether the lesson has come to its end.
func (g *Guide) Ended() bool { return g.ended }

// Kept tells whether there is a place to go on from that is kept.
func (g *Guide) Kept() bool { return !g.ended && g.Progress.File != "" }

// Hint shows the next hint, and after the last one what would be right.
func (g *Guide) Hint(ctx context.Context, in Room) error {
	s := g.now()
	if g.ended || g.solved {
		in.Say("There is nothing to solve here: Enter goes on.")
		return nil
	}
	var hints []string
	if s.Task != nil {
		hints = s.Task.Hints
	} else {
		hints = s.Question.Hints
	}
	if g.hints < len(hints) {
		g.hints++
		in.Say(fmt.Sprintf("Hint %d of %d: %s", g.hints, len(hints), hints[g.hints-1]))
		return nil
	}
	g.mark(false)
	if s.Task != nil {
		in.Say("There are no more hints. This is a solution; enter it, or `:next` does that for you:")
		in.Lines(indent(s.Task.Solution.Text))
		in.Space()
		return g.Progress.Keep(g.Lesson)
	}
	c, why, err := g.computed(ctx, in.Session())
	switch {
	case err != nil:
		return err
	case c == nil:
		in.Say(why)
		return nil
	}
	in.Say("There are no more hints. This is how it is:")
	in.Lines(indent(strings.Join(c.Why, "\n")))
	in.Space()
	g.told = true
	return g.Progress.Keep(g.Lesson)
}
