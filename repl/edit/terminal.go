package edit

import (
	"errors"
	"io"
	"regexp"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/chzyer/readline"

	"funmem/repl/paint"
	"funmem/semantics/diag"
)

// Codes that a terminal is sent.
const (
	pasteOn     = "\x1b[?2004h"
	pasteOff    = "\x1b[?2004l"
	clearScreen = "\x1b[H\x1b[2J"
	bell        = "\a"
)

// minWidth is the least screen width that readline is told, because it divides by the width.
const minWidth = 8

// screen is what a terminal does beyond reading and writing; tests replace it.
type screen struct {
	width    func() int
	raw      func() error
	cooked   func() error
	onResize func(func())
	suspend  func()
}

// terminal is the editor on readline.
type terminal struct {
	rl       *readline.Instance
	in       *readline.CancelableStdin
	stdin    io.Reader // what is below in
	keys     *keys
	out      io.Writer
	screen   screen
	complete Completer
	history  *history
	fresh    bool // readline has this history
	loaded   bool // readline was given it once
	recalled bool // the user went through the history in this line
	ended    bool
	text     []rune       // pasted text that replaces the character just entered
	rest     []string     // lines that were pasted after the one just read
	instead  *replacement // the replacement of a word by its completion
	prompt   atomic.Int32 // width of the prompt
	editing  atomic.Bool
}

// replacement is a line that replaces the one being edited.
type replacement struct {
	line []rune
	pos  int
}

func newTerminal(o Options, s screen) (*terminal, error) {
	if below, ok := o.Out.(interface{ Raw() io.Writer }); ok {
		o.Out = below.Raw() // readline draws with its own codes
	}
	t := &terminal{out: o.Out, complete: o.Complete, stdin: o.In, in: readline.NewCancelableStdin(o.In)}
	t.keys = newKeys(t.in)
	raw := new(readline.RawMode)
	if s.width == nil {
		s = screen{readline.GetScreenWidth, raw.Enter, raw.Exit, readline.DefaultOnWidthChanged, suspend}
	}
	t.screen = s
	t.history = loadHistory(o.HistoryFile)
	cfg := &readline.Config{
		Stdin:                  keysCloser{t.keys, t.in},
		Stdout:                 o.Out,
		Stderr:                 o.Out,
		HistoryLimit:           maxEntries + 1,
		DisableAutoSaveHistory: true,
		AutoComplete:           t,
		Listener:               t,
		FuncFilterInputRune:    t.filter,
		FuncGetWidth:           t.width,
		FuncIsTerminal:         func() bool { return true },
		FuncMakeRaw:            s.raw,
		FuncExitRaw:            s.cooked,
		FuncOnWidthChanged:     s.onResize,
		ForceUseInteractive:    true,
	}
	var err error
	t.rl, err = readline.NewEx(cfg)
	return t, err
}

type keysCloser struct {
	*keys
	io.Closer
}

// width is the screen width that readline is told. With a prompt as wide as the screen, readline
// would never end.
func (t *terminal) width() int {
	return max(minWidth, int(t.prompt.Load())+1, t.screen.width())
}

// ReadLine edits one line.
func (t *terminal) ReadLine(prompt string) (string, error) {
	if t.ended {
		return "", io.EOF
	}
	t.refreshHistory()
	t.fresh, t.rest = false, nil
	prompt = fit(paint.Shown(prompt), max(minWidth, t.screen.width()))
	t.prompt.Store(int32(visible(prompt)))
	t.rl.SetPrompt(prompt)
	t.editing.Store(true)
	io.WriteString(t.out, pasteOn)
	line, err := t.rl.Readline()
	io.WriteString(t.out, pasteOff)
	t.editing.Store(false)
	switch {
	case errors.Is(err, readline.ErrInterrupt):
		return decode(line), ErrInterrupt
	case err != nil:
		t.ended = true
		return "", err
	}
	return decode(line), nil
}

var colourCode = regexp.MustCompile("\x1b\\[[0-9;]*m")

// visible returns how many characters of a text are visible.
func visible(text string) int {
	return utf8.RuneCountInString(colourCode.ReplaceAllString(text, ""))
}

// fit returns the prompt, or a shorter one if it would take half a line. Besides text readline only
// handles colours.
func fit(prompt string, width int) string {
	text := colourCode.ReplaceAllString(prompt, "")
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' }) || 2*visible(prompt) >= width {
		return "> "
	}
	return prompt
}

// Next looks ahead in the text that the last line was pasted with.
func (t *terminal) Next(skip func(line string) bool) (string, bool) {
	for _, line := range t.rest {
		if !skip(line) {
			return line, true
		}
	}
	return "", false
}

// refreshHistory gives readline the whole history, because recalling a line leaves readline at that
// line, with it changed. If no line was recalled, it only takes the last line, which was not kept,
// from the end. An empty history gets an empty entry: readline crashes when it searches a history
// without entries.
func (t *terminal) refreshHistory() {
	switch {
	case t.fresh:
		return
	case t.loaded && !t.recalled:
		t.rl.SaveHistory("")
		t.fresh = true
		return
	}
	t.rl.ResetHistory()
	for _, e := range t.history.entries {
		t.rl.SaveHistory(encode(e)) // no file: cannot fail
	}
	if len(t.history.entries) == 0 {
		t.rl.SaveHistory("")
	}
	t.fresh, t.loaded, t.recalled = true, true, false
}

// AddHistory keeps an entry in memory and in the file.
func (t *terminal) AddHistory(entry string) error {
	kept, err := t.history.add(entry)
	if kept && !t.recalled {
		t.rl.SaveHistory(encode(t.history.entries[len(t.history.entries)-1]))
		t.fresh = true
	}
	return err
}

// History is the entries that are kept.
func (t *terminal) History() []string { return append([]string(nil), t.history.entries...) }

// Restore switches off what is on while a line is edited, and moves off that line.
func (t *terminal) Restore() {
	if t.editing.Load() {
		io.WriteString(t.out, pasteOff+"\r\n")
	}
	t.screen.cooked()
}

// Close ends readline and gives the terminal back.
func (t *terminal) Close() error {
	t.in.Close()
	return t.rl.Close()
}

// filter runs in readline's loop for each key.
func (t *terminal) filter(r rune) (rune, bool) {
	switch r {
	case markLeave, markMore:
		if r == markMore {
			t.rest = t.keys.rest()
		}
		if op := t.rl.Operation; op.IsSearchMode() {
			op.ExitSearchMode(false)
			op.Refresh()
		}
		return readline.CharBell, true
	case markText:
		t.text = []rune(t.keys.next())
		return ' ', true
	case readline.CharPrev, readline.CharNext, readline.CharBckSearch, readline.CharFwdSearch:
		t.recalled = true
	case readline.CharCtrlL:
		io.WriteString(t.out, clearScreen)
	case readline.CharCtrlZ:
		t.screen.cooked()
		t.screen.suspend()
		t.screen.raw()
		t.rl.Operation.Refresh()
		return readline.CharBell, true
	}
	if r >= utf8.RuneSelf && diag.Garbles(r) {
		return readline.CharBell, true
	}
	return r, true
}

// OnChange replaces the character entered for pasted text by that text, and a word by its
// completion.
func (t *terminal) OnChange(line []rune, pos int, key rune) ([]rune, int, bool) {
	if by := t.instead; by != nil {
		t.instead = nil
		return by.line, by.pos, true
	}
	if t.text == nil || pos == 0 {
		return nil, 0, false
	}
	text := t.text
	t.text = nil
	var b []rune
	b = append(append(append(b, line[:pos-1]...), text...), line[pos:]...)
	return b, pos - 1 + len(text), true
}
