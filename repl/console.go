package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"unicode/utf8"

	"funmem/repl/edit"
	"funmem/repl/paint"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Console is a session with somebody in front of it.
type Console struct {
	*Session
	out, err io.Writer
	pal      paint.Palette
	style    diag.Style // of messages
	editor   edit.Editor
	loaded   []string // files, for :reload
	pending  []string // lines of an entry that is not finished
	quit     bool
	base     context.Context // evaluations end with it
	status   int             // the worst of all lines
}

// NewConsole is a console that writes results to out and messages to errs.
func NewConsole(s *Session, out, errs io.Writer) *Console {
	return &Console{Session: s, out: out, err: errs, pal: paint.For(out), style: paint.Style(errs), base: context.Background()}
}

// Loop reads and evaluates lines until the end of the input or :quit.
func (c *Console) Loop(ed edit.Editor) {
	c.editor = ed
	for !c.quit {
		line, err := ed.ReadLine(c.prompt())
		switch {
		case errors.Is(err, edit.ErrInterrupt):
			c.pending = nil
		case err != nil:
			if len(c.pending) > 0 {
				c.finish(true)
			}
			if err != io.EOF {
				c.report(err)
			}
			return
		default:
			c.Line(line)
		}
	}
}

// prompt is the number of the line to come, or dots where a line goes on.
func (c *Console) prompt() string {
	text := fmt.Sprintf("[%d]", c.next)
	if len(c.pending) > 0 {
		text = strings.Repeat(".", len(text))
	}
	return c.pal.Prompt(text+">") + " "
}

// Line takes one line of input. It may be a command, a program, or a part of one
// that is not finished.
func (c *Console) Line(line string) {
	if len(c.pending) > 0 {
		if strings.TrimSpace(line) == "" {
			c.finish(true)
			return
		}
		if r, _ := utf8.DecodeRuneInString(line); r != ' ' && r != '\t' {
			line = " " + line // a line in column 1 would start a declaration
		}
		c.pending = append(c.pending, line)
		c.finish(false)
		return
	}
	trimmed := strings.TrimSpace(line)
	switch {
	case trimmed == "":
	case strings.HasPrefix(trimmed, ":"):
		c.remind(trimmed)
		c.guarded(func(ctx context.Context) error { return c.command(ctx, trimmed) })
	default:
		c.pending = []string{line}
		c.finish(false)
	}
}

// Lines takes a text of several lines as one entry.
func (c *Console) Lines(text string) {
	if t := strings.TrimSpace(text); strings.HasPrefix(t, ":") && !strings.Contains(t, "\n") {
		c.Line(t)
		return
	}
	c.pending = strings.Split(text, "\n")
	c.finish(true)
}

// finish evaluates the entry unless more lines could still complete it. With
// abandon set no more lines come.
func (c *Console) finish(abandon bool) {
	text := strings.Join(c.pending, "\n")
	src := diag.NewSource(fmt.Sprintf("[%d]", c.next), text)
	prog, err := syntax.Parse(src)
	if incomplete(err) && !abandon {
		return
	}
	c.pending = nil
	c.remind(text)
	if err == nil && len(prog.Decls) == 0 {
		return
	}
	c.next++
	c.guarded(func(ctx context.Context) error {
		if err != nil {
			return err
		}
		added, err := c.AddProgram(ctx, prog)
		if added != nil {
			c.answer(added)
		}
		return err
	})
}

func incomplete(err error) bool {
	for _, d := range diag.Of(err) {
		if d.Incomplete {
			return true
		}
	}
	return false
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

// guarded runs something that the user asked for: Ctrl-C stops it, an error is
// reported, and a panic is reported as a bug of ours after which the session
// goes on.
func (c *Console) guarded(f func(ctx context.Context) error) {
	ctx, cancel := context.WithCancel(c.base)
	defer cancel()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	defer signal.Stop(signals)
	go func() {
		select {
		case <-signals:
			cancel()
		case <-ctx.Done():
		}
	}()
	if err := Recovered(func() error { return f(ctx) }); err != nil {
		c.report(err)
	}
}

// Recovered runs f; a panic becomes a diagnostic of kind Bug.
func Recovered(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = bug(r)
		}
	}()
	return f()
}

// bug describes a panic, with the calls of ours that led to it.
func bug(r any) *diag.Diagnostic {
	d := diag.Errorf(diag.Bug, "", diag.Span{}, "%v", r)
	if inner, ok := r.(*diag.Diagnostic); ok {
		d = diag.Errorf(diag.Bug, inner.Rule, inner.Span, "%s", inner.Msg)
	}
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(3, pc)])
	for shown := 0; shown < 4; {
		f, more := frames.Next()
		if name, ours := strings.CutPrefix(f.Function, "funmem/"); ours {
			d.Note(diag.Span{}, "%s (%s:%d)", name, f.File[strings.LastIndexByte(f.File, '/')+1:], f.Line)
			shown++
		}
		if !more {
			break
		}
	}
	return d.Helpf("please report what you entered; what was defined before is still there")
}

// report prints an error and notes the exit status that goes with it.
func (c *Console) report(err error) { c.fail(printError(c.err, c.style, err)) }

// fail notes an exit status; that of the session is the worst.
func (c *Console) fail(status int) { c.status = max(c.status, status) }

// printf prints a line of an answer.
func (c *Console) printf(format string, args ...any) {
	fmt.Fprintf(c.out, format+"\n", args...)
}
