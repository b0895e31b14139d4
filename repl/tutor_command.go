package repl

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"funmem/repl/session"
	"funmem/repl/tutor"
	"funmem/repl/view"
	"funmem/semantics/diag"
)

const tutorLong = `  :tutor              list the lessons; in a lesson: show the step again
  :tutor 3            begin lesson 3, or go on with it; its name or the start of it does as well
  :tutor my.lesson    begin the lesson of a file
  :tutor list         list the lessons, also in a lesson
  :tutor again        begin the present lesson anew
  :tutor leave        go back to the session as it was before the lesson
A lesson has a session of its own. In a lesson the prompt is as usual; Enter goes on,
:next passes over a task or a question, :hint helps.`

// tutorCommand lists lessons, begins one, or leaves it.
func (c *Console) tutorCommand(ctx context.Context, arg string) error {
	if err := c.school.free(); err != nil {
		return err
	}
	if err := c.school.open(c); err != nil {
		return err
	}
	switch {
	case strings.HasSuffix(arg, tutor.Ending):
		lessons, err := tutor.FromFile(ctx, arg)
		if err != nil {
			return err
		}
		return c.attend(ctx, lessons[0])
	case arg == "list" || arg == "" && c.school.at == nil:
		var now *tutor.Lesson
		if c.school.at != nil && !c.school.at.guide.Ended() {
			now = c.school.at.guide.Lesson
		}
		c.printf("%s", tutor.List(c.school.lessons, c.school.progress, ":tutor", now, view.WidthOf(c.out)))
		return nil
	case arg == "":
		c.school.at.guide.Again(room{c})
		return nil
	case arg == "leave":
		return c.inLesson(ctx, func(g *tutor.Guide) error {
			c.leave()
			room{c}.Item(fmt.Sprintf("You have left the lesson; `:tutor %s` goes on with it. This is your session as it was.", c.school.called(g.Lesson)))
			return nil
		})
	case arg == "again":
		return c.inLesson(ctx, func(g *tutor.Guide) error {
			delete(c.school.seats, g.Lesson.Key)
			c.school.progress.Of(g.Lesson).Step = 0
			return c.attend(ctx, g.Lesson)
		})
	}
	l, err := tutor.Find(c.school.lessons, arg)
	if err != nil {
		return err
	}
	if before := tutor.Before(c.school.lessons, l, c.school.progress); before != "" {
		room{c}.Say(before)
	}
	return c.attend(ctx, l)
}

// open makes the lessons known, and what was done in them.
func (s *school) open(c *Console) error {
	if s.lessons != nil && s.progress != nil {
		return nil
	}
	if err := s.known(); err != nil {
		return err
	}
	s.seats = map[string]*seat{}
	var err error
	if s.progress, err = tutor.ReadProgress(tutor.ProgressFile()); err != nil {
		for _, d := range diag.Of(err) {
			d.Kind = diag.Warning
		}
		c.warn(err)
	}
	return nil
}

// known reads the lessons that come with funmem, unless there are others.
func (s *school) known() (err error) {
	if s.lessons == nil {
		s.lessons, err = tutor.BuiltIn()
	}
	return err
}

// names are the names of the lessons.
func (s *school) names() (names []string) {
	if s.known() != nil {
		return nil
	}
	for _, l := range s.lessons {
		names = append(names, l.Name)
	}
	return names
}

// called is what `:tutor` calls a lesson: its name, or its file if it is none of those that it lists.
func (s *school) called(l *tutor.Lesson) string {
	if slices.Contains(s.lessons, l) {
		return l.Name
	}
	return l.Src.Name
}

// attend begins a lesson, or goes on with it.
func (c *Console) attend(ctx context.Context, l *tutor.Lesson) error {
	c.leave()
	s := c.school.seats[l.Key]
	known := s != nil && !s.guide.Ended()
	if !known {
		s = &seat{guide: tutor.NewGuide(l, c.school.progress), session: c.beside()}
		s.guide.Last = slices.Index(c.school.lessons, l) == len(c.school.lessons)-1 || !slices.Contains(c.school.lessons, l)
		c.school.seats[l.Key] = s
	}
	c.school.own, c.Session, c.school.at = c.Session, s.session, s
	if known {
		s.guide.Again(room{c})
		return nil
	}
	return s.guide.Begin(ctx, room{c})
}

// beside is an empty session with the settings of this one.
func (c *Console) beside() *session.Session {
	s := session.NewSession(c.Settings)
	s.Noted, s.Progress, s.BeforeNative = c.Noted, c.Progress, c.BeforeNative
	return s
}

// leave goes back to the session beside the lesson.
func (c *Console) leave() {
	if c.school.at != nil {
		c.Session, c.school.own, c.school.at = c.school.own, nil, nil
	}
}

func (c *Console) nextCommand(ctx context.Context, _ string) error {
	return c.inLesson(ctx, func(g *tutor.Guide) error {
		if !g.Ended() {
			return g.Next(ctx, room{c})
		}
		for k, l := range c.school.lessons {
			if l == g.Lesson && k+1 < len(c.school.lessons) {
				return c.attend(ctx, c.school.lessons[k+1])
			}
		}
		c.printf("That was the last lesson.")
		return nil
	})
}

func (c *Console) hintCommand(ctx context.Context, _ string) error {
	return c.inLesson(ctx, func(g *tutor.Guide) error { return g.Hint(ctx, room{c}) })
}

func (c *Console) answerCommand(ctx context.Context, arg string) error {
	return c.inLesson(ctx, func(g *tutor.Guide) error { return g.Answer(ctx, room{c}, arg) })
}

// warn prints warnings, which do not make the session fail.
func (c *Console) warn(err error) {
	fmt.Fprint(c.err, diag.Format(diag.Of(err)[0], c.style))
}
