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
