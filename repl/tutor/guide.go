package tutor

import (
	"context"
	"fmt"
	"slices"
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
	tried   bool // an answer of this step was wrong, or the task was passed over
	told    bool // how it is was shown in this step
	entries int  // of the session when the step began
	seen    int  // of these entries, those whose names were looked at
	names   map[string]elab.Name
	ended   bool
}

// NewGuide leads through a lesson from its beginning, or from where its student left it.
func NewGuide(l *Lesson, p *Progress) *Guide { return &Guide{Lesson: l, Progress: p} }

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
				in.Enter(ctx, p.Example.Input)
			}
		}
		if s.Task == nil {
			continue
		}
		if text := r.Solutions[k]; text != "" {
			in.Enter(ctx, text)
			if failed, err := s.Task.FirstFailed(ctx, in.Session()); err == nil && failed == nil {
				continue
			}
		}
		in.Enter(ctx, s.Task.Solution.Text)
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
	g.show(in, func(e *Example) { in.Enter(ctx, e.Input) })
	s := g.now()
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

// Status is the line above the prompt.
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
		return "the end of the lesson · Enter begins the next one · :tutor list · :tutor leave"
	case g.solved:
		return at + " · Enter goes on"
	case s.Task != nil:
		return at + " · task: define `" + strings.Join(s.Task.Define, "`, `") + "` · :hint :next :tutor"
	}
	return at + " · question: type the answer, " + example[s.Question.Ask.Kind.Form] + " · :hint :next :tutor"
}

// example is how an answer may look.
var example = map[Form]string{
	Numbers: "as 5 or 1, 2", Set: "as 0, 2, 5 or none", Pairs: "as 1 and 2, or none", Truth: "yes or no", Name: "a name",
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
		in.Enter(ctx, s.Task.Solution.Text)
		in.Space()
	default:
		g.mark(false)
		c, err := s.Question.Ask.Compute(ctx, in.Session())
		if err != nil {
			return err
		}
		in.Say("Passed over. The answer is " + c.Right.String() + ":")
		in.Lines(indent(strings.Join(c.Why, "\n")))
		in.Space()
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
	if s.Task != nil {
		in.Say("There are no more hints. This is a solution; enter it, or `:next` does that for you:")
		in.Lines(indent(s.Task.Solution.Text))
		in.Space()
		return nil
	}
	c, err := s.Question.Ask.Compute(ctx, in.Session())
	if err != nil {
		return err
	}
	in.Say("There are no more hints. This is how it is:")
	in.Lines(indent(strings.Join(c.Why, "\n")))
	in.Space()
	return nil
}

// Asks tells the form of the answer that is waited for, or "" if none is.
func (g *Guide) Asks() Form {
	if g.ended || g.solved || g.now().Question == nil {
		return ""
	}
	return g.now().Question.Ask.Kind.Form
}

// Answer takes an answer.
func (g *Guide) Answer(ctx context.Context, in Room, text string) error {
	form := g.Asks()
	if form == "" {
		return diag.Usagef("no question waits for an answer").Helpf("`:tutor` shows where you are")
	}
	given, err := Parse(form, text)
	if err != nil {
		return err
	}
	c, err := g.now().Question.Ask.Compute(ctx, in.Session())
	if err != nil {
		return err
	}
	if c.Right.Accepts(given) {
		g.mark(!g.tried)
		g.solved = true
		in.Good("Right: " + given.String() + ".")
		g.explain(in, c)
		return g.Progress.Keep(g.Lesson)
	}
	g.mark(false)
	said := wrongly(c, given)
	if !g.told {
		said += " This is how it is:"
	}
	in.Bad(said)
	g.explain(in, c)
	in.Say("Type the right answer to go on, or `:next`.")
	return g.Progress.Keep(g.Lesson)
}

// wrongly says what is wrong with an answer.
func wrongly(c *Computed, given Answer) string {
	if len(given.Items) == 1 && c.Meant[given.Items[0]] != "" {
		return "No: " + c.Meant[given.Items[0]] + "."
	}
	if len(given.Items) == 0 {
		return "No, there are some."
	}
	if c.Right.Form != Set && c.Right.Form != Pairs || c.Right.Any {
		return "No, not " + given.String() + "."
	}
	others := Answer{Form: given.Form}
	for _, x := range given.Items {
		if !slices.Contains(c.Right.Items, x) {
			others.Items = append(others.Items, x)
		}
	}
	switch {
	case len(c.Right.Items) == 0:
		return "No, there are none."
	case len(others.Items) > 0:
		return "No, not " + others.String() + "."
	}
	return "That is right as far as it goes, and something is missing."
}

// explain shows how it is, once in a step.
func (g *Guide) explain(in Room, c *Computed) {
	if !g.told {
		in.Lines(indent(strings.Join(c.Why, "\n")))
	}
	g.told = true
	in.Space()
}

// defined are the names of the task, as far as they are defined.
func (g *Guide) defined(s *session.Session) map[string]elab.Name {
	names := map[string]elab.Name{}
	if t := g.now().Task; t != nil {
		for _, name := range t.Define {
			if n, ok := s.Elab.Lookup(name); ok {
				names[name] = n
			}
		}
	}
	return names
}

// Entered looks at what the student has entered: whether it solves the task.
func (g *Guide) Entered(ctx context.Context, in Room) error {
	if g.ended || g.solved || g.now().Task == nil {
		return nil
	}
	t, s := g.now().Task, in.Session()
	names := g.defined(s)
	changed := false
	for name, n := range names {
		was, ok := g.names[name]
		changed = changed || !ok || was.Def != n.Def || was.Binding != n.Binding
	}
	if g.names = names; !changed {
		g.misnamed(in)
	}
	if len(names) < len(t.Define) || !changed {
		return nil
	}
	failed, err := t.FirstFailed(ctx, s)
	if err != nil {
		return err
	}
	if failed == nil {
		g.mark(!g.tried)
		g.solved = true
		g.Progress.Of(g.Lesson).Solutions[g.At] = g.solution(s)
		in.Good("Well done.")
		return g.Progress.Keep(g.Lesson)
	}
	g.mark(false)
	in.Bad("Not yet: " + failed.Why[0])
	if len(failed.Why) > 1 {
		in.Lines(indent(strings.Join(failed.Why[1:], "\n")))
		in.Space()
	}
	if l := diag.Of(failed.Err); len(l) > 0 {
		in.Lines(indent(l[0].Msg))
		in.Space()
	}
	return g.Progress.Keep(g.Lesson)
}

// misnamed says so if the last entry defines a name that is nearly one of those that the task asks for.
func (g *Guide) misnamed(in Room) {
	entries := in.Session().Entries
	from := min(g.seen, len(entries))
	g.seen = len(entries)
	for _, e := range entries[from:] {
		if e.Input != nil {
			continue
		}
		for _, n := range e.Unit.Names {
			if near := diag.Nearest(n.Name, g.now().Task.Define); near != "" && near != n.Name {
				in.Say(fmt.Sprintf("The task asks for the name `%s`, and this is `%s`.", near, n.Name))
			}
		}
	}
}

// solution is the text of what the student has defined in this step.
func (g *Guide) solution(s *session.Session) string {
	var texts []string
	for _, e := range s.Entries[min(g.entries, len(s.Entries)):] {
		if e.Input == nil && len(e.Unit.Names) > 0 && e.Src != nil {
			texts = append(texts, e.Src.Text)
		}
	}
	return strings.Join(slices.Compact(texts), "\n")
}
