package repl

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"funmem/eval/engine"
	"funmem/eval/verdict"
	"funmem/repl/cli"
	"funmem/repl/paint"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/std"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// doctest is an example in the comments of a file: -- > LINE, and in the comment lines below it the
// answer of the REPL, or -- error: REGEXP.
type doctest struct {
	span diag.Span // of the first comment
	line string
	want []string
	fail *regexp.Regexp // what the error message must match; nil: no error is expected
}

// doctests collects the examples of a program. A comment that is not directly
// below one ends it, and so does an empty one.
func doctests(prog *syntax.Program, until ...stop.Poll) ([]*doctest, error) {
	var all []*doctest
	var cur *doctest
	last, ask := 0, stop.Any(until).Seldom()
	for _, comment := range prog.Comments {
		ask()
		line, _ := comment.Span.Position()
		text := strings.TrimSpace(strings.TrimPrefix(comment.Text, "--"))
		if line != last+1 || text == "" {
			cur = nil
		}
		last = line
		input, isTest := strings.CutPrefix(text, "> ")
		pattern, isError := strings.CutPrefix(text, "error:")
		switch {
		case isTest:
			cur = &doctest{span: comment.Span, line: strings.TrimSpace(input)}
			all = append(all, cur)
		case cur == nil:
		case isError:
			re, err := regexp.Compile(strings.TrimSpace(pattern))
			if err != nil {
				return nil, diag.Errorf(diag.Usage, "", comment.Span, "%s", err).Helpf("what follows `error:` is a regular expression that the message matches")
			}
			cur.fail = re
		default:
			cur.want = append(cur.want, text)
		}
	}
	return all, nil
}

// failure is an example with the wrong answer: the answer found and the one wanted, both as lines.
type failure struct {
	*diag.Diagnostic
	found, wanted []string
}

// run enters the line of a test and returns how the answer differs from the one wanted, or nil.
func (d *doctest) run(ctx context.Context, s *session.Session) *failure {
	var out, errs bytes.Buffer
	c := NewConsole(s, &out, &errs)
	c.said = nil // what a line may have meant is no part of its answer
	c.base = ctx
	c.Lines(d.line)
	got := answerLines(out.String())
	failed := func(found []string, format string, args ...any) *failure {
		f := &failure{diag.Errorf(diag.Failed, "", d.span, format, args...), found, d.want}
		if note(f.Diagnostic, "found", found); d.fail != nil {
			f.wanted = []string{"error: " + d.fail.String()}
		}
		return f
	}
	message := errs.String()
	if message == "" && c.status != 0 {
		message = out.String() // a verdict is no message
	}
	switch {
	case d.fail != nil && c.status != 0 && d.fail.MatchString(message):
		return nil
	case d.fail != nil && c.status == 0:
		return failed(got, "`%s` is no error, and wanted one like %s", d.line, d.fail)
	case d.fail != nil:
		return failed(answerLines(message), "the message of `%s` does not match %s", d.line, d.fail)
	case c.status != 0:
		return failed(answerLines(message), "`%s` is an error", d.line)
	case sameLines(got, d.want):
		return nil
	}
	f := failed(got, "`%s` gives something else", d.line)
	note(f.Diagnostic, "wanted", d.want)
	return f
}

// note adds lines of text to a diagnostic.
func note(d *diag.Diagnostic, word string, lines []string) {
	if len(lines) == 0 {
		lines = []string{"nothing"}
	}
	for _, l := range lines {
		d.Note(diag.Span{}, "%-6s  %s", word, l)
		word = ""
	}
}

// answerLines returns the lines of a text that are not blank.
func answerLines(text string) []string {
	return slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool { return strings.TrimSpace(l) == "" })
}

// sameLines tells whether lines are the same apart from blanks.
func sameLines(x, y []string) bool { return slices.EqualFunc(x, y, sameText) }

// sameText tells whether two lines are the same apart from blanks.
func sameText(x, y string) bool {
	return strings.Join(strings.Fields(x), "") == strings.Join(strings.Fields(y), "")
}

// Test is the body of `test`: it declares what each file declares, and runs the
// examples in its comments, one after the other in one session.
func Test(ctx context.Context, st cli.Streams, o *cli.Options, args []string) error {
	type entry struct {
		At      string `json:"at"`
		Message string `json:"message"`
		Found   string `json:"found"`
		Wanted  string `json:"wanted"`
	}
	passed, failures := 0, []entry{}
	for _, path := range withLibrary(args) {
		if err := cli.NotDump(path); err != nil {
			return err
		}
		list, s, err := examples(o, ctx, st, path)
		if err != nil {
			return err
		}
		for _, d := range list {
			f := d.run(ctx, s)
			if ctx.Err() != nil {
				return engine.NewBudget(ctx, 0).Poll()
			}
			if f == nil {
				passed++
				continue
			}
			failures = append(failures, entry{f.Span.String(), f.Msg, strings.Join(f.found, "\n"), strings.Join(f.wanted, "\n")})
			fmt.Fprint(st.Err, diag.Format(f.Diagnostic, paint.Style(st.Err)))
		}
	}
	switch {
	case o.JSON:
		if err := cli.WriteJSON(st.Out, map[string]any{"ok": passed > 0 && len(failures) == 0, "passed": passed, "failures": failures}); err != nil {
			return err
		}
	case passed+len(failures) == 0:
		fmt.Fprintln(st.Out, "there are no examples (`-- > LINE`, and below it `-- ANSWER`)")
	default:
		fmt.Fprintf(st.Out, "%s passed, %d failed\n", diag.Count(passed, "example"), len(failures))
	}
	switch {
	case len(failures) > 0:
		return cli.Exit(1)
	case passed == 0:
		return cli.Exit(3)
	}
	return nil
}

// withLibrary replaces `std` by the files of the library.
func withLibrary(args []string) (paths []string) {
	for _, a := range args {
		if _, err := os.Stat(a); a != "std" || err == nil {
			paths = append(paths, a)
			continue
		}
		for _, f := range std.Files() {
			paths = append(paths, f.Path())
		}
	}
	return paths
}

// examples returns the doctests of a file, and a session with its declarations.
func examples(o *cli.Options, ctx context.Context, st cli.Streams, path string) ([]*doctest, *session.Session, error) {
	prog, mentions, err := o.Program(ctx, st, path, true)
	if err != nil {
		return nil, nil, err
	}
	list, err := doctests(prog, verdict.Poll(ctx))
	if err != nil {
		return nil, nil, err
	}
	s := session.NewSession(o.Settings)
	s.Progress = session.NewProgress(st.Err)
	if err := cli.Inputs(s, ctx, st, o, mentions); err != nil {
		return nil, nil, err
	}
	if _, err := s.AddProgram(ctx, session.Declarations(prog)); err != nil {
		return nil, nil, s.AboutInputs(prog, err)
	}
	return list, s, nil
}
