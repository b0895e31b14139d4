package repl

import (
	"context"
	"io"
	"strings"

	"funmem/eval/value"
	"funmem/repl/edit"
	"funmem/repl/session"
	"funmem/repl/tutor"
	"funmem/repl/view"
	"funmem/semantics/diag"
)

// school is what a console knows of lessons; its zero value knows none yet.
type school struct {
	lessons  []*tutor.Lesson
	progress *tutor.Progress
	seats    map[string]*seat // the lessons that were begun here, by their keys
	at       *seat            // the lesson that goes on now; nil: none does
	own      *session.Session // while a lesson goes on: the session beside it
	entering bool             // the lesson enters something, not the student
	result   value.Shown      // what the last entry has shown, if it is one value
}

// free is the error that a lesson enters something, and not the student.
func (s *school) free() error {
	if s.entering {
		return diag.Usagef("an example of a lesson cannot lead through lessons")
	}
	return nil
}

// seat is a student's place in a lesson, with a session of its own.
type seat struct {
	guide   *tutor.Guide
	session *session.Session
}

// room is the prompt as lessons see it.
type room struct{ c *Console }

func (r room) Session() *session.Session { return r.c.Session }

// Enter shows a text as if it had been typed, and enters it.
func (r room) Enter(_ context.Context, text string) {
	c := r.c
	entered, status, script := c.school.entering, c.status, c.script
	c.school.entering, c.script = true, false
	defer func() { c.school.entering, c.status, c.script, c.quit = entered, status, script, false }()
	prompt := c.prompt()
	for k, line := range strings.Split(text, "\n") {
		if k > 0 {
			prompt = c.pal.Prompt(strings.Repeat(".", len(c.name()))+">") + " "
		}
		c.printf("%s%s", prompt, line)
	}
	c.read(edit.NewPlain(strings.NewReader(text), nil))
}

// Quietly shows nothing of what f does.
func (r room) Quietly(f func()) {
	c := r.c
	out, errs, editor := c.out, c.err, c.editor
	c.out, c.err, c.editor = io.Discard, io.Discard, nil // nor is it kept in the history
	defer func() { c.out, c.err, c.editor = out, errs, editor }()
	f()
}

// widest is how wide a paragraph is at most.
const widest = 88

func (r room) Say(text string) {
	r.Item(text)
	r.Space()
}

func (r room) Item(text string) {
	r.c.printf("%s", r.wrapped(text))
}

// wrapped is a paragraph, broken into lines.
func (r room) wrapped(text string) string {
	width, indent := min(widest, view.WidthOf(r.c.out)), ""
	if strings.HasPrefix(text, "- ") {
		indent = "  "
	}
	return unbroken(text, indent, width)
}

func (r room) Lines(text string) { r.c.printf("%s", text) }

func (r room) Good(text string) { r.c.printf("%s", r.c.pal.Good(r.wrapped(text))) }

func (r room) Bad(text string) { r.c.printf("%s", r.c.pal.Bad(r.wrapped(text))) }

func (r room) Space() { r.c.printf("") }

func (r room) Title(text string) { r.c.printf("%s\n", r.c.pal.Title(text)) }

// inLesson does something in the lesson that goes on.
func (c *Console) inLesson(ctx context.Context, f func(*tutor.Guide) error) error {
	if err := c.school.free(); err != nil {
		return err
	}
	if c.school.at == nil {
		return diag.Usagef("no lesson goes on").Helpf("`:tutor` lists the lessons, and `:tutor 1` begins the first one")
	}
	return f(c.school.at.guide)
}

// teaching tells whether a lesson goes on that the student has the word in.
func (c *Console) teaching() bool { return c.school.at != nil && !c.school.entering }

// lessonStatus prints the line above the prompt in a lesson.
func (c *Console) lessonStatus() {
	if c.teaching() && c.draft.empty() {
		if !c.lines.blank {
			c.printf("")
		}
		c.printf("%s", c.pal.Dim(room{c}.wrapped("── "+c.school.at.guide.Status())))
	}
}

// blankLine is an empty line at the prompt, which in a lesson may go on.
func (c *Console) blankLine() {
	if !c.teaching() {
		return
	}
	c.guarded(func(ctx context.Context) error {
		if c.school.at.guide.Ended() {
			return c.nextCommand(ctx, "")
		}
		return c.school.at.guide.Blank(ctx, room{c})
	})
}

// answers takes a line as an answer if it is one.
func (c *Console) answers(ctx context.Context, line string) (bool, error) {
	if !c.teaching() || c.school.at.guide.Asks() == "" {
		return false, nil
	}
	g := c.school.at.guide
	isName := func(word string) bool {
		n, ok := c.Elab.Lookup(word)
		return ok && (n.Def != nil || n.Binding != nil && (n.Binding.Type.IsArray() || n.Binding.Type.IsNumber()))
	}
	if !g.Bare(line, isName) {
		return false, nil
	}
	c.remind(line)
	return true, g.Answer(ctx, room{c}, line)
}

// waiting adds to errors about a line that a question waits for an answer, as the line may have been meant as one.
func (c *Console) waiting(err error) error {
	if !c.teaching() || c.school.at.guide.Asks() == "" {
		return err
	}
	for _, d := range diag.Of(err) {
		d.Note(diag.Span{}, "a question waits for its answer: %s", tutor.Wanted(c.school.at.guide.Asks()))
	}
	return err
}
