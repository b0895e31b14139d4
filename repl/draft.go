package repl

import (
	"context"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"funmem/eval/engine"
	"funmem/eval/verdict"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/std"
	"funmem/semantics/syntax"
)

// draft is the part of a program or a command that a user has entered so far.
type draft struct {
	lines  []string
	joined map[int]bool // the lines that were typed in column 1 but still continue the entry
	open   nesting
	code   bool // it has more than comments
	cut    bool // a line in column 1 ended it
	size   int  // in bytes
	parsed int  // the size at which it was last found unfinished
}

func (d *draft) empty() bool { return len(d.lines) == 0 }

// add adds a line. typed tells that the line answered a prompt, so that it continues the entry in whatever column it
// starts.
func (d *draft) add(line string, typed bool) {
	if r, _ := utf8.DecodeRuneInString(line); typed && !d.empty() && r != ' ' && r != '\t' {
		if d.joined == nil {
			d.joined = map[int]bool{}
		}
		d.joined[len(d.lines)] = true
	}
	d.lines = append(d.lines, line)
	d.open.add(line)
	d.code = d.code || !passedOver(line)
	d.size += len(line) + 1
}

// text is the draft as it would stand in a file, where continuation lines are indented.
func (d *draft) text() string {
	lines := make([]string, len(d.lines))
	for k, l := range d.lines {
		if lines[k] = l; d.joined[k] {
			lines[k] = " " + l
		}
	}
	return strings.Join(lines, "\n")
}

// parse reads the draft as a program. Where a line continues in column 1, the parser sees a blank in place of the line
// end before it, and blanks in place of a comment there. So positions are still those of the text as typed.
func (d *draft) parse(ctx context.Context, name string) (*syntax.Program, error) {
	typed := strings.Join(d.lines, "\n")
	src := diag.NewSource(name, typed)
	if len(d.joined) == 0 {
		return syntax.Parse(src, verdict.Poll(ctx))
	}
	src.Line(1) // from now on it knows where the lines start
	src.Text = d.blanked()
	defer func() { src.Text = typed }()
	return syntax.Parse(src, verdict.Poll(ctx))
}

func (d *draft) blanked() string {
	var b strings.Builder
	for k, line := range d.lines {
		if d.joined[k+1] {
			code, _, _ := strings.Cut(line, "--")
			b.WriteString(code + strings.Repeat(" ", len(line)-len(code)+1))
		} else {
			b.WriteString(line + "\n")
		}
	}
	return b.String()[:b.Len()-1]
}

// alwaysParsed is the size up to which a draft is parsed at each line.
const alwaysParsed = 2048

// perLine is the memory that a line of a draft takes besides its bytes.
const perLine = 64

// held is the memory that the draft takes, in bytes.
func (d *draft) held() int64 { return int64(d.size) + perLine*int64(len(d.lines)) }

// perByte is how much memory there has to be for each byte of an entry. Reading the entry takes at least that much:
// lines become the text of a draft, and the text becomes words.
const perByte = 16

// shortest is how many bytes an entry may have whatever the limit is, so that it can be raised.
const shortest = 1 << 12

// longest is how many bytes an entry may have.
func (c *Console) longest() int64 {
	if c.Settings.Memory == 0 {
		return math.MaxInt64
	}
	return max(shortest, c.Settings.Memory/perByte)
}

// tooLong refuses an entry that has more bytes than it may have.
func tooLong(most int64) error {
	return diag.Usagef("the entry is too long: it has more than %d bytes", most).Helpf("put it into a file, or raise the limit with `--memory`")
}

// postponed tells that parsing a long draft now is not worth it: something in it is open, and it has hardly grown since
// it was last found unfinished.
func (d *draft) postponed() bool {
	return d.open.any() && d.size > alwaysParsed && d.size < 2*d.parsed
}

// nesting is what is open at the end of some lines.
type nesting struct {
	brackets int
	let      bool // a `let` within a body has no `in` yet
	operator bool // the last line ended in one
	begun    bool
}

var lexeme = regexp.MustCompile(`[\pL_][\pL\pN_']*|[()\[\]{}]`)

func (n *nesting) add(line string) {
	code, _, _ := strings.Cut(line, "--")
	for at := 0; ; {
		found := lexeme.FindStringIndex(code[at:])
		if found == nil {
			break
		}
		word := code[at+found[0] : at+found[1]]
		at += found[1]
		switch word {
		case "(", "[", "{":
			n.brackets++
		case ")", "]", "}":
			n.brackets--
		case "let", "check":
			n.let = n.begun
		case "in":
			n.let = false
		}
		n.begun = true
	}
	if code = strings.TrimSpace(code); code != "" {
		n.operator = strings.IndexByte("+-*/%=<>!&|,:@", code[len(code)-1]) >= 0
	}
}

func (n *nesting) any() bool { return n.brackets > 0 || n.let || n.operator }

// passedOver tells whether a line is blank or a comment.
func passedOver(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || strings.HasPrefix(line, "--")
}

// goesOn tells whether a line of a file belongs to the declaration before it: the patterns of a `let` may stand below
// each other in column 1.
func (d *draft) goesOn(line string) bool {
	if continues.MatchString(line) || !strings.HasPrefix(line, "(") {
		return continues.MatchString(line)
	}
	code := ""
	for _, l := range d.lines {
		part, _, _ := strings.Cut(l, "--")
		code += part
	}
	return strings.HasPrefix(code, "let") && !strings.Contains(code, "=")
}

var continues = regexp.MustCompile(`^([ \t)\]}]|(in|then|else|with|do)($|[^\pL\pN_']))`)

func isCommand(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), ":") }

// take adds a line to the draft and runs it when it is finished. If more lines of the same text follow, next is the
// first that is not passed over, and the lines are read like those of a file. Otherwise the line answers a prompt, and
// an unfinished entry continues until a blank line.
func (c *Console) take(line, next string, more bool) {
	d, typed := &c.draft, !c.within
	c.within = more
	blank := strings.TrimSpace(line) == ""
	switch {
	case blank && d.empty():
		if !more {
			c.blankLine()
		}
		return
	case blank && !more:
		c.finish(true)
		return
	}
	d.add(line, typed)
	switch {
	case d.held() > c.longest():
		c.draft = draft{}
		c.report(tooLong(c.longest()))
	case !more || len(d.lines) == 1 && isCommand(line) && !wantsProgram(line):
		c.finish(false)
	case !d.goesOn(next) && (d.code || isCommand(next)):
		d.cut = true
		c.finish(true)
	}
}

// finish runs the draft unless more lines could still complete it. If abandon is set, no more lines come.
func (c *Console) finish(abandon bool) {
	if c.draft.postponed() && !abandon {
		return
	}
	d := c.draft
	c.draft = draft{}
	c.school.result = nil
	c.guarded(func(ctx context.Context) error {
		if isCommand(d.lines[0]) {
			return c.runCommand(ctx, d, abandon)
		}
		if len(d.lines) == 1 {
			if is, err := c.answers(ctx, d.lines[0]); is {
				return err
			}
		}
		return c.waiting(c.runProgram(ctx, d, abandon))
	})
	if c.teaching() && c.draft.empty() {
		c.guarded(func(ctx context.Context) error { return c.school.at.guide.Entered(ctx, room{c}, c.school.result) })
	}
	if text := c.edited; text != "" {
		c.edited = ""
		c.Lines(text)
	}
}

// goOn keeps an unfinished draft for the next lines.
func (c *Console) goOn(d draft) {
	d.parsed = d.size
	c.draft = d
}

func (c *Console) runCommand(ctx context.Context, d draft, abandon bool) error {
	text := strings.TrimSpace(d.text())
	if !abandon && wantsProgram(text) {
		_, arg := splitCommand(text)
		asked, _ := derivationOf(arg, "")
		if _, err := syntax.Parse(diag.NewSource("", asked.expr), verdict.Poll(ctx)); incomplete(err) {
			c.goOn(d)
			return nil
		}
	}
	c.remind(text)
	return c.command(ctx, text)
}

// wantsProgram tells whether a line is a command with a program as its argument, which may take several lines.
func wantsProgram(line string) bool {
	name, _ := splitCommand(strings.TrimSpace(line))
	cmd, err := findCommand(name)
	return err == nil && cmd.want == expressions
}

func (c *Console) runProgram(ctx context.Context, d draft, abandon bool) error {
	prog, err := d.parse(ctx, c.name())
	if incomplete(err) && !abandon {
		c.goOn(d)
		return nil
	}
	c.remind(d.text())
	if err == nil && len(prog.Decls) == 0 {
		return nil
	}
	c.last = d.text()
	c.Number++
	if ctx.Err() != nil {
		return &engine.Interrupted{Cause: context.Cause(ctx)}
	}
	if err != nil {
		return c.calls(d.advise(err))
	}
	added, err := c.AddProgram(ctx, prog)
	if added != nil {
		if last, n := session.LastValue(added.Shown()); n == 1 && err == nil {
			c.school.result = last.Value
		}
		if stopped := c.answer(ctx, added); err == nil {
			err = stopped
		}
	}
	return c.calls(d.advise(err))
}

// pasted is a prompt at the start of a line that was copied together with it.
var pasted = regexp.MustCompile(`^\s*(\[\d+\]|\.+)> `)

// calls mends help that takes a name for that of a function, if it is none here.
func (c *Console) calls(err error) error {
	for _, e := range diag.Of(err) {
		name := e.Called
		if name == "" || slices.Contains(std.Names(), name) || strings.Count(e.Span.Src.Text, name) > 1 { // the text itself may bind it
			continue
		}
		switch n, ok := c.Elab.Lookup(name); {
		case !ok:
			e.Helpf("`%s` is no name here, so this is no call; a call is written `f(x)`, and `:help` says what can be entered", name)
		case n.Def == nil:
			e.Helpf("`%s` is no function: between two values stands an operator, as in `%s * 2`", name, name)
		}
	}
	return err
}

// advise adds to the error of a draft what its user may have meant.
func (d *draft) advise(err error) error {
	for _, e := range diag.Of(err) {
		switch found := pasted.FindString(d.lines[0]); {
		case found != "":
			e.Helpf("leave the prompt `%s` out: enter what stands after it", strings.TrimSpace(found))
			e.Called = ""
		case e.Help != "":
		case e.Incomplete && d.cut:
			e.Helpf("a line that starts in column 1 starts a new declaration; indent the lines that continue this one")
		}
	}
	return err
}

func incomplete(err error) bool {
	for _, d := range diag.Of(err) {
		if d.Incomplete {
			return true
		}
	}
	return false
}
