package tutor

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
)

// bound is what a name was bound to in a step of the lesson.
type bound struct {
	elab.Name
	step int // from 0
}

// enter enters a text of the lesson. What it binds is the lesson's.
func (g *Guide) enter(ctx context.Context, in Room, step int, text string) {
	before := len(in.Session().Entries)
	in.Enter(ctx, text)
	entries := in.Session().Entries
	for _, e := range entries[min(before, len(entries)):] {
		if e.Unit == nil {
			continue
		}
		for _, n := range e.Unit.Names {
			g.own(in.Session(), step, n.Name)
		}
	}
}

// own notes that names are bound as the lesson needs them.
func (g *Guide) own(s *session.Session, step int, names ...string) {
	for _, name := range names {
		if n, ok := s.Elab.Lookup(name); ok {
			g.owned[name] = bound{n, step}
		}
	}
}

var identifier = regexp.MustCompile(`[\pL_][\pL\pN_']*`)

// mentioned are the names of the lesson that texts mention, by themselves or as the name of their block.
func (g *Guide) mentioned(texts ...string) []string {
	var names []string
	for _, text := range texts {
		for _, w := range identifier.FindAllString(text, -1) {
			w = strings.TrimSuffix(w, "_mem")
			if _, ok := g.owned[w]; ok && !slices.Contains(names, w) {
				names = append(names, w)
			}
		}
	}
	return names
}

// strayed are those of them that are not bound as the lesson has bound them. What the present task asks for is the student's.
func (g *Guide) strayed(s *session.Session, texts ...string) []string {
	return slices.DeleteFunc(g.mentioned(texts...), func(name string) bool {
		n, _ := s.Elab.Lookup(name)
		was := g.owned[name]
		return n.Def == was.Def && n.Binding == was.Binding || g.asked(name)
	})
}

// asked tells whether the task of the present step asks for a name.
func (g *Guide) asked(name string) bool {
	t := g.now().Task
	return t != nil && slices.Contains(t.Define, name)
}

// stray says that names are not those of the lesson any more, and the way back.
func (g *Guide) stray(s *session.Session, names []string) string {
	var anew, gone []string
	for _, name := range names {
		text := fmt.Sprintf("`%s` of step %d", name, g.owned[name].step+1)
		if _, ok := s.Elab.Lookup(name); ok {
			anew = append(anew, text)
		} else {
			gone = append(gone, text)
		}
	}
	text := "This step needs the " + strings.Join(append(anew, gone...), " and the ") + " of the lesson, and you have "
	switch {
	case len(anew) > 0 && len(gone) > 0:
		text += "bound them anew, or taken them back"
	case len(anew) > 0:
		text += "bound " + pronoun(anew) + " anew"
	default:
		text += "taken " + pronoun(gone) + " back"
	}
	return text + ". `:undo` takes back your last definition, and `:tutor again` begins the lesson anew."
}

func pronoun(list []string) string {
	if len(list) == 1 {
		return "it"
	}
	return "them"
}

// uses are the texts of a step that names of the session stand in.
func (s *Step) uses() (texts []string) {
	for _, p := range s.Parts {
		if p.Example != nil {
			texts = append(texts, p.Example.Input)
		}
	}
	if s.Question != nil {
		texts = append(texts, s.Question.Ask.Arg)
	}
	if s.Task == nil {
		return texts
	}
	for _, c := range s.Task.Checks {
		if c.Expr != nil {
			texts = append(texts, c.Expr.Text)
		}
		for _, q := range []*Quantity{c.Left, c.Right} {
			if q != nil {
				texts = append(texts, q.Arg)
			}
		}
	}
	return append(texts, s.Task.Solution.Text)
}

// rebound says so if an entry binds a name of the lesson that is needed from here on.
func (g *Guide) rebound(in Room, fresh []*session.Entry) {
	var later []string
	from := g.At
	if g.solved {
		from++
	}
	for _, s := range g.Lesson.Steps[min(from, len(g.Lesson.Steps)):] {
		later = append(later, s.uses()...)
	}
	strayed := g.strayed(in.Session(), later...)
	for _, e := range fresh {
		if e.Unit == nil {
			continue
		}
		for _, n := range e.Unit.Names {
			if slices.Contains(strayed, n.Name) {
				in.Say(fmt.Sprintf("The lesson still needs its own `%s`, of step %d. `:undo` takes it back.", n.Name, g.owned[n.Name].step+1))
			}
		}
	}
}

// nearly says so if an entry would solve the task under another name, or if its name is nearly that which the task asks for.
func (g *Guide) nearly(ctx context.Context, in Room, e *session.Entry) error {
	t, s := g.now().Task, in.Session()
	if e.Unit == nil || e.Src == nil || len(t.Define) != 1 || len(e.Unit.Names) > 1 {
		return nil
	}
	want, text := t.Define[0], strings.TrimSpace(e.Src.Text)
	name, renamed := "", "let "+want+" = "+text
	if len(e.Unit.Names) == 1 {
		name = e.Unit.Names[0].Name
		k := identifier.FindAllStringIndex(text, -1)
		k = slices.DeleteFunc(k, func(at []int) bool { return text[at[0]:at[1]] != name })
		if len(k) == 0 {
			return nil
		}
		renamed = text[:k[0][0]] + want + text[k[0][1]:]
	}
	var failed *Outcome
	var err error
	in.Quietly(func() {
		s.Trial(func() {
			if _, err = s.Add(ctx, diag.NewSource("task", renamed)); err == nil {
				failed, err = t.FirstFailed(ctx, s)
			}
		})
	})
	switch {
	case ctx.Err() != nil:
		return err
	case err == nil && failed == nil && name == "":
		in.Good("That is right, and it needs the name `" + want + "`: `let " + want + " = …`.")
	case err == nil && failed == nil:
		in.Good(fmt.Sprintf("That is right, but its name is `%s`, and the task asks for `%s`.", name, want))
	case name != "" && diag.Nearest(name, t.Define) != "":
		in.Say(fmt.Sprintf("The task asks for the name `%s`, and this is `%s`.", want, name))
	}
	return nil
}
