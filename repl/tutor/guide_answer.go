package tutor

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"funmem/eval/value"
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
	c, why, err := g.computed(ctx, in.Session())
	switch {
	case err != nil:
		return err
	case c == nil:
		in.Bad(why)
		return nil
	case c.Right.Accepts(given):
		g.mark(!g.tried)
		g.solved = true
		in.Good("Right: " + given.String() + ".")
		g.explain(in, c)
		return g.Progress.Keep(g.Lesson)
	}
	again := g.tried || form == Truth // the other of two answers is the right one anyway
	g.mark(false)
	said := wrongly(c, given)
	if again && !g.told {
		said += " This is how it is:"
	}
	in.Bad(said)
	if again {
		g.explain(in, c)
	}
	if names := g.strayed(in.Session(), g.now().uses()...); len(names) > 0 {
		in.Say(g.stray(in.Session(), names))
	}
	if again {
		in.Say("Type the right answer to go on, or `:next`.")
	} else {
		in.Say("Try once more; `:hint` helps.")
	}
	return g.Progress.Keep(g.Lesson)
}

// computed is the answer to the question. Where there is none, it says why.
func (g *Guide) computed(ctx context.Context, s *session.Session) (*Computed, string, error) {
	c, err := g.now().Question.Ask.compute(ctx, s)
	list := diag.Of(err)
	if err == nil || len(list) == 0 { // it may be interrupted
		return c, "", err
	}
	if names := g.strayed(s, g.now().uses()...); len(names) > 0 {
		return nil, g.stray(s, names), nil
	}
	return nil, fmt.Sprintf("The answer cannot be computed in this session: %s. `:undo` takes back your last definition, `:tutor again` begins the lesson anew, and `:next` goes on.", list[0].Msg), nil
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
	if len(others.Items) > 0 {
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

// Entered looks at what the student has entered: whether it solves the task, or gives the answer. result is the value that it
// has shown, if there is one.
func (g *Guide) Entered(ctx context.Context, in Room, result value.Shown) error {
	if g.ended {
		return nil
	}
	entries := in.Session().Entries
	fresh := entries[min(g.seen, len(entries)):]
	g.seen = len(entries)
	g.rebound(in, fresh)
	switch {
	case g.solved:
	case g.now().Task != nil:
		return g.attempted(ctx, in, fresh)
	case len(fresh) > 0 && result != nil:
		return g.shown(ctx, in, fresh[len(fresh)-1], result)
	}
	return nil
}

// attempted looks at whether an entry solves the task.
func (g *Guide) attempted(ctx context.Context, in Room, fresh []*session.Entry) error {
	t, s := g.now().Task, in.Session()
	names := g.defined(s)
	changed := false
	for name, n := range names {
		was, ok := g.names[name]
		changed = changed || !ok || was.Def != n.Def || was.Binding != n.Binding
	}
	if g.names = names; len(names) < len(t.Define) || !changed {
		if !changed && len(fresh) > 0 {
			return g.nearly(ctx, in, fresh[len(fresh)-1])
		}
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
		g.own(s, g.At, t.Define...)
		in.Good("Well done.")
		return g.Progress.Keep(g.Lesson)
	}
	g.mark(false)
	strayed := g.strayed(s, g.now().uses()...)
	if failed.Err != nil && len(strayed) > 0 {
		in.Bad("Not yet. " + g.stray(s, strayed))
		return g.Progress.Keep(g.Lesson)
	}
	in.Bad("Not yet: " + failed.Why[0])
	if len(failed.Why) > 1 {
		in.Lines(indent(strings.Join(failed.Why[1:], "\n")))
		in.Space()
	}
	if l := diag.Of(failed.Err); len(l) > 0 {
		in.Lines(indent(l[0].Msg))
		in.Space()
	}
	if len(strayed) > 0 {
		in.Say(g.stray(s, strayed))
	}
	return g.Progress.Keep(g.Lesson)
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
