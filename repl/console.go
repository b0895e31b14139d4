package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"funmem/eval/engine"
	"funmem/eval/verdict"
	"funmem/futhark/words"
	"funmem/repl/cli"
	"funmem/repl/edit"
	"funmem/repl/paint"
	"funmem/repl/session"
	"funmem/semantics/diag"
)

// Console is a session with somebody in front of it.
type Console struct {
	*session.Session
	out, err io.Writer
	pal      paint.Palette
	style    diag.Style // of messages
	editor   edit.Editor
	loaded   []string // files, for :reload
	draft    draft    // of an entry that is not finished
	last     string   // the program that was entered last, even if it was wrong
	edited   string   // what :edit has to enter
	within   bool     // more lines follow in the text of the last line
	quit     bool
	script   bool            // its lines come from a file or a flag: Ctrl-C ends them all
	base     context.Context // evaluations end with it
	status   int             // the worst status of all lines
	terms    *cli.Options    // the dumps that were loaded, for the words of messages about them

	school school // its lessons
	lines  *lines // what it has written last

	said  map[string]bool // the words that it was told of what they do; nil where that is not told
	wrote map[string]bool // the files of :write, by their paths from the root
}

// NewConsole is a console that writes results to out and messages to errs.
func NewConsole(s *session.Session, out, errs io.Writer) *Console {
	terms := &cli.Options{Words: words.Words{AsFuthark: true}}
	to, errTo := margins(out, errs)
	c := &Console{Session: s, out: words.Writer{Writer: to, Words: &terms.Words}, err: words.Writer{Writer: errTo, Words: &terms.Words}, lines: to.lines, terms: terms, pal: paint.For(out), style: paint.Style(errs), base: context.Background(), said: map[string]bool{}, wrote: map[string]bool{}}
	s.Noted = func(note string) { c.printf("%s", c.pal.Dim("note: "+note)) }
	return c
}

// Loop reads and evaluates lines until the end of the input or :quit.
func (c *Console) Loop(ed edit.Editor) {
	c.editor = ed
	c.read(ed)
	if at := c.school.at; at != nil && at.guide.Kept() {
		room{c}.Item("Your place in the lesson is kept. `funmem tutor` goes on with it; without an installed funmem, `go run . tutor` in its folder does.")
	}
}

func (c *Console) read(ed edit.Editor) {
	for !c.quit {
		if ed == c.editor {
			c.lessonStatus()
		}
		line, err := ed.ReadLine(c.prompt())
		switch {
		case errors.Is(err, edit.ErrInterrupt):
			c.giveUp(line)
		case err != nil:
			if !c.draft.empty() {
				c.finish(true)
			}
			var long edit.TooLong
			switch {
			case errors.As(err, &long):
				c.report(tooLong(int64(long)))
			case err != io.EOF:
				c.report(err)
			}
			return
		default:
			next, more := ed.Next(passedOver)
			c.take(line, next, more)
		}
	}
}

// giveUp drops the draft with the line that was being edited. The history still has it.
func (c *Console) giveUp(line string) {
	if !c.draft.empty() {
		if strings.TrimSpace(line) != "" {
			c.draft.add(line, true)
		}
		c.remind(c.draft.text())
	}
	c.draft = draft{}
}

// name is the name of the next line, as the prompt shows it.
func (c *Console) name() string { return fmt.Sprintf("[%d]", c.Number) }

// prompt is the number of the next line, or dots when the line continues an entry.
func (c *Console) prompt() string {
	text := c.name()
	if !c.draft.empty() {
		text = strings.Repeat(".", len(text))
	}
	return c.pal.Prompt(text+">") + " "
}

// Line takes one line of input: a command, a program, or a part of an unfinished program.
func (c *Console) Line(line string) { c.take(line, "", false) }

// Lines takes a text of several lines as one entry; commands in it are entries
// of their own.
func (c *Console) Lines(text string) {
	if isCommand(text) {
		c.read(edit.NewPlain(strings.NewReader(text), nil))
		return
	}
	for _, l := range strings.Split(text, "\n") {
		c.draft.add(l, false)
	}
	c.finish(true)
}

// remind keeps an entry in the history.
func (c *Console) remind(text string) {
	if c.editor == nil {
		return
	}
	if err := c.editor.AddHistory(text); err != nil {
		fmt.Fprintf(c.err, "%s: %s\n", c.style.Kind("warning"), err)
	}
}

// guarded runs something that the user asked for. Ctrl-C stops it, and an error is reported. A
// panic is reported as a bug of ours, and the session goes on.
func (c *Console) guarded(f func(ctx context.Context) error) {
	watched, end := engine.Watch(c.base, c.Settings.Memory)
	defer end()
	ctx, cancel := context.WithCancel(watched)
	defer cancel()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	interrupted := make(chan bool, 1)
	go func() {
		select {
		case <-signals:
			cancel()
			interrupted <- true
		case <-ctx.Done():
			interrupted <- false
		}
	}()
	err := verdict.Recovered(func() error { return f(ctx) })
	if err != nil {
		c.report(err)
	}
	c.sayNative(err != nil)
	signal.Stop(signals)
	cancel()
	if <-interrupted || len(signals) > 0 {
		c.interrupted()
	}
}

// interrupted is what Ctrl-C does besides stopping the evaluation: it ends a script.
func (c *Console) interrupted() {
	if c.script {
		c.quit = true
		c.fail(1)
	}
}

// report prints an error and notes the exit status that goes with it.
func (c *Console) report(err error) { c.fail(cli.PrintError(c.err, c.style, err)) }

// fail notes an exit status; the worst one is the status of the session.
func (c *Console) fail(status int) { c.status = max(c.status, status) }

// printf prints a line of an answer.
func (c *Console) printf(format string, args ...any) {
	fmt.Fprintf(c.out, format+"\n", args...)
}
