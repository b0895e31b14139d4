package edit

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// buffer is a terminal's screen as the bytes that were sent to it.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// session is an editor on a simulated terminal.
type session struct {
	*terminal
	screen              *buffer
	raw, cooked, asleep int
}

func start(t *testing.T, in io.Reader, o Options) *session {
	t.Helper()
	s := &session{screen: new(buffer)}
	o.In, o.Out = in, s.screen
	var err error
	s.terminal, err = newTerminal(o, screen{
		width:    func() int { return 80 },
		raw:      func() error { s.raw++; return nil },
		cooked:   func() error { s.cooked++; return nil },
		onResize: func(func()) {},
		suspend:  func() { s.asleep++ },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// entered returns what ReadLine gives for typed keys until the end of the input, with ^C for
// ErrInterrupt. Every line is added to the history.
func entered(t *testing.T, s *session) []string {
	t.Helper()
	var lines []string
	for {
		line, err := s.ReadLine("fun> ")
		switch {
		case err == io.EOF:
			return lines
		case err == ErrInterrupt:
			lines = append(lines, "^C")
		case err != nil:
			t.Fatal(err)
		default:
			lines = append(lines, line)
			if err := s.AddHistory(line); err != nil {
				t.Fatal(err)
			}
		}
	}
}

const (
	up, down, left, right = "\x1b[A", "\x1b[B", "\x1b[D", "\x1b[C"
	del                   = "\x1b[3~"
)

func TestKeys(t *testing.T) {
	for _, c := range []struct {
		name, keys string
		want       []string
	}{
		{"lines", "1+1\rx\r", []string{"1+1", "x"}},
		{"no line end", "1+1", []string{"1+1"}},
		{"empty lines", "\r\rx\r", []string{"", "", "x"}},
		{"other alphabets", "λ → ä漢\r", []string{"λ → ä漢"}},
		{"Ctrl-D on an empty line ends", "a\r\x04b\r", []string{"a"}},
		{"Ctrl-D deletes", "ab\x01\x04\r", []string{"b"}},
		{"Ctrl-C clears", "abc\x03d\r", []string{"^C", "d"}},
		{"Delete on an empty line", del + del + "a\r", []string{"a"}},
		{"Delete", "abc" + left + left + del + "\r", []string{"ac"}},
		{"Delete at the end", "abc" + del + "\r", []string{"abc"}},
		{"Delete at the start", "abc\x1b[H" + del + "\r", []string{"bc"}},
		{"Delete the only one", "a\x01" + del + del + "b\r", []string{"b"}},
		{"Ctrl-Space", "\x00a\x00b\r", []string{"ab"}},
		{"Ctrl-T twice on one character", "a\x14\x14b\r", []string{"ab"}},
		{"keys without meaning", "a\x0f\x11\x16\x18\x1c\x1d\x1e\x1fb\r", []string{"ab"}},
		{"Home and End", "b\x1b[1~a\x1b[4~c\x1b[7~0\x1b[8~d\x1bOH<\x1bOF>\r", []string{"<0abcd>"}},
		{"words", "one two\x1b[1;5D_\x1b[1;5D_\x1b[1;5C!\r", []string{"_one _!two"}},
		{"backspace", "ab\x7f\x7f\x7fc\r", []string{"c"}},
		{"word delete", "one two\x1b\x7f2\r", []string{"one 2"}},
		{"function keys", "a\x1b[15~b\x1bOPc\x1b[[Ad\x1b[1;2Ae\r", []string{"abcde"}},
		{"shift tab", "a\x1b[Zb\r", []string{"ab"}},
		{"escape twice", "a\x1b\x1b[Db\r", []string{"ba"}},
		{"escape and a key", "a\x1b1\r", []string{"a1"}},
		{"broken sequence", "a\x1b[1\rb\r", []string{"a", "b"}},
		{"long sequence", "a\x1b[" + strings.Repeat("1", 31) + "b\r", []string{"ab"}},
		{"up", "one\rtwo\r" + up + "\r" + up + up + "\r", []string{"one", "two", "two", "one"}},
		{"up and change", "one\rtwo\r" + up + up + "!\r" + up + up + up + "\r", []string{"one", "two", "one!", "one"}},
		{"up and down", "one\r" + up + down + "two\r", []string{"one", "two"}},
		{"up in an empty history", up + up + down + "a\r", []string{"a"}},
		{"search", "one\rtwo\rthree\r\x12on\r", []string{"one", "two", "three", "one"}},
		{"search and Delete", "one\rtwo\r\x12one" + del + "\r", []string{"one", "two", "ne"}},
		{"search in an empty history", "\x12abc\x07\x13x\x03y\r", []string{"y"}},
		{"search forward", "one\rtwo\r" + up + up + "\x13tw\r", []string{"one", "two", "two"}},
		{"clear screen", "a\x0cb\r", []string{"ab"}},
		{"what shows nothing", "a\u009b31m\u202eb\u200b\r", []string{"a31mb"}},
		{"yank", "one two\x17\x19\x19\r", []string{"one twotwo"}},
		{"mark of a line end", "a⏎b\r" + up + "\r", []string{"a\nb", "a\nb"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := start(t, strings.NewReader(c.keys), Options{})
			if got := entered(t, s); fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.want) {
				t.Errorf("%q gave %q, wanted %q", c.keys, got, c.want)
			}
			if _, err := s.ReadLine("fun> "); err != io.EOF {
				t.Errorf("after the end: %v", err)
			}
			if s.raw != s.cooked {
				t.Errorf("raw %d times and cooked %d times", s.raw, s.cooked)
			}
		})
	}
}

func TestPaste(t *testing.T) {
	on, off := "\x1b[200~", "\x1b[201~"
	for _, c := range []struct {
		name, keys string
		want       []string
	}{
		{"lines", on + "let x = 1\nlet y = 2\r\nx\ry" + off + "!\r", []string{"let x = 1", "let y = 2", "x", "y!"}},
		{"tabs", on + "a\tb" + off + "\r", []string{"a b"}},
		{"controls", on + "a\x1b[Ab\x04\x00\u009b\u202e\u200b" + off + "\r", []string{"a[Ab"}},
		{"inside", "()" + left + on + "1, 2" + off + "\r", []string{"(1, 2)"}},
		{"empty", "a" + on + off + "b\r", []string{"ab"}},
		{"blank lines", on + "\n\na\n" + off, []string{"", "", "a"}},
		{"mark of a line end", on + `x \⏎⏎` + off + "\r", []string{`x \⏎⏎`}},
		{"end of input", on + "a\nb", []string{"a", "b"}},
		{"Ctrl-C", on + "a\nb\x03c\r", []string{"^C", "c"}},
		{"in a search", "one\r\x12on" + on + "1+" + off + "\r", []string{"one", "1+one"}},
		{"not an end", on + "a\x1b[20~b" + off + "\r", []string{"a[20~b"}},
		{"bad bytes", on + "a\xff\xc3b" + off + "\r", []string{"a�b"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := start(t, strings.NewReader(c.keys), Options{})
			if got := entered(t, s); fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.want) {
				t.Errorf("%q gave %q, wanted %q", c.keys, got, c.want)
			}
			text := s.screen.String()
			if n, m := strings.Count(text, pasteOn), strings.Count(text, pasteOff); n != m || n == 0 {
				t.Errorf("bracketed paste is switched on %d times and off %d times", n, m)
			}
		})
	}
}

// TestLongPaste checks that a long line is drawn once, and not again for each character.
func TestLongPaste(t *testing.T) {
	line := strings.Repeat("0123456789", 10_000)
	s := start(t, strings.NewReader("\x1b[200~"+line+"\n"+line+"\x1b[201~\r"), Options{})
	if got := entered(t, s); len(got) != 2 || got[0] != line || got[1] != line {
		t.Error("the lines did not come back")
	}
	if n := len(s.screen.String()); n > 20*len(line) {
		t.Errorf("%d bytes were drawn", n)
	}
}

func TestMultiLineHistory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b", "history")
	entry := "let x =\n\n  map (\\y -> y ⏎ 2) \\\n[1]"
	s := start(t, strings.NewReader("x\r"), Options{HistoryFile: path})
	if line, err := s.ReadLine("fun> "); line != "x" || err != nil {
		t.Fatal(line, err)
	}
	for _, e := range []string{entry, entry, " \n", "last\r\n", ""} {
		if err := s.AddHistory(e); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	want := "let x =⏎⏎  map (\\y -> y \\⏎ 2) \\\\⏎[1]\nlast\n"
	if err != nil || string(text) != want {
		t.Fatalf("%q, %v; wanted %q", text, err, want)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
	// The next run recalls it as one line and gives it back as several.
	s = start(t, strings.NewReader(up+up+"\r"), Options{HistoryFile: path})
	if line, err := s.ReadLine("fun> "); line != entry || err != nil {
		t.Fatalf("%q, %v", line, err)
	}
	if strings.Contains(s.screen.String(), "let x =\n") {
		t.Error("the entry was drawn on several lines")
	}
	if got := s.History(); len(got) != 2 || got[0] != entry || got[1] != "last" {
		t.Errorf("%q", got)
	}
}

// TestRecallThenAdd checks that the added line counts, not the recalled one.
func TestRecallThenAdd(t *testing.T) {
	s := start(t, strings.NewReader("one\r"+up+"\rtwo\r"+up+"\r"+up+up+"\r"), Options{})
	want := []string{"one", "one", "two", "one\ntwo", "one"}
	for i, w := range want {
		line, err := s.ReadLine("fun> ")
		if err != nil || line != w {
			t.Fatalf("line %d: %q, %v; wanted %q", i, line, err, w)
		}
		if i == 0 {
			s.AddHistory("one")
		}
		if i == 2 { // the recalled line and the next are one entry
			s.AddHistory("one\ntwo")
		}
	}
}

// TestHistoryGarbled checks that text which another program wrote into the file is escaped when it
// is recalled.
func TestHistoryGarbled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	if err := os.WriteFile(path, []byte("a\x1b[31m\x07b⏎\u202e\xff\tc\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, strings.NewReader(up+"\r"), Options{HistoryFile: path})
	want := `a\x1b[31m\ab` + "\n" + `\u202e` + "� c"
	if line, err := s.ReadLine("fun> "); line != want || err != nil {
		t.Errorf("%q, %v; wanted %q", line, err, want)
	}
	for _, bad := range []string{"\x1b[31m", "\u202e", "\xff"} {
		if strings.Contains(s.screen.String(), bad) {
			t.Errorf("the screen has %q: %q", bad, s.screen.String())
		}
	}
}

func TestHistoryFails(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, filepath.Join(file, "history")} {
		s := start(t, strings.NewReader(up+"\r"), Options{HistoryFile: path})
		if err := s.AddHistory("a"); err == nil || !strings.Contains(err.Error(), "the history is not kept: ") {
			t.Errorf("%s: %v", path, err)
		}
		if err := s.AddHistory("b"); err != nil {
			t.Errorf("the error came twice: %v", err)
		}
		if line, _ := s.ReadLine("fun> "); line != "b" {
			t.Errorf("%q, wanted the history of this run", line)
		}
	}
}

func TestCompletion(t *testing.T) {
	names := []string{"reduce", "replicate", "reverse", "iota", "ärger", "ärmel", `"my file"`, "bad\x1b", "file-of-a-long-name-" + strings.Repeat("x", 90), "file-2"}
	complete := func(line string, pos int) ([]string, int) {
		start := strings.LastIndexAny(line[:pos], " (") + 1
		var found []string
		for _, n := range names {
			if strings.HasPrefix(strings.TrimPrefix(n, `"`), line[start:pos]) || line[start:pos] == "odd" {
				found = append(found, n)
			}
		}
		if line == "wrong" {
			return names, 99
		}
		return found, start
	}
	for _, c := range []struct{ keys, want, shown string }{
		{"io\t 5\r", "iota 5", ""},
		{"load my\t!\r", `load "my file"!`, ""},
		{"(my)" + left + "\t\r", `("my file")`, ""},
		{"(re\tv\t\r", "(reverse", "reduce     replicate  reverse"},
		{"r\t\tx\r", "rex", "reduce     replicate  reverse"},
		{"f(io)" + left + "\t\r", "f(iota)", ""},
		{"ä\t\tg\t\r", "ärger", "ärger  ärmel"},
		{"none\t!\r", "none!", "\a"},
		{"wrong\t\r", "wrong", ""},
		{"odd\t\r", "odd", "\a"},
		{"b\t\r", "b", "\a"},
		{"iota\t\t\r", "iota", ""},
		{"file-\t\x01\x0b\t\x05\x06x\r", "x", "file-of-a-long"},
		{"re\t\t\t\x0b\x01\r", "re", "reduce"},
	} {
		s := start(t, strings.NewReader(c.keys), Options{Complete: complete})
		if line, err := s.ReadLine("fun> "); line != c.want || err != nil || !strings.Contains(s.screen.String(), c.shown) {
			t.Errorf("%q gave %q, %v, wanted %q; the screen is %q and should have %q", c.keys, line, err, c.want, s.screen.String(), c.shown)
		}
	}
	s := start(t, strings.NewReader("a\tb\r"), Options{})
	if line, err := s.ReadLine("fun> "); line != "ab" || err != nil {
		t.Errorf("without completion: %q, %v", line, err)
	}
}

func TestColumns(t *testing.T) {
	if got := columns([]string{"a", "bb", "c", "d", "e"}, 14); got != "a   c   e\nbb  d\n" {
		t.Errorf("%q", got)
	}
	many := make([]string, maxListed+5)
	for i := range many {
		many[i] = fmt.Sprint("x", i)
	}
	if got := columns(many, 80); !strings.HasSuffix(got, "… and 5 more\n") || strings.Contains(got, "x200") {
		t.Errorf("%q", got)
	}
	if got := common([]string{"aä", "aö"}); got != "a" {
		t.Errorf("%q is cut inside a character", got)
	}
}

func TestSuspend(t *testing.T) {
	s := start(t, strings.NewReader("ab\x1ac\r"), Options{})
	if line, err := s.ReadLine("fun> "); line != "abc" || err != nil || s.asleep != 1 || s.raw != 2 || s.cooked != 2 {
		t.Error(line, err, s.asleep, s.raw, s.cooked)
	}
}

func TestPrompt(t *testing.T) {
	for in, want := range map[string]string{
		"fun> ": "fun> ", "\x1b[1;36mfun>\x1b[0m ": "\x1b[1;36mfun>\x1b[0m ", "a\x1b": "> ", "a\nb": "> ", strings.Repeat("x", 40): "> ",
	} {
		if got := fit(in, 40); got != want {
			t.Errorf("%q became %q, wanted %q", in, got, want)
		}
	}
}

// TestType enters keys one at a time, as a person does.
func TestType(t *testing.T) {
	r, w := io.Pipe()
	s := start(t, r, Options{})
	go func() {
		for _, b := range []byte("one\r" + up + "!" + left + del + "?\r\x03" + del + "\x04") {
			w.Write([]byte{b})
			time.Sleep(time.Millisecond)
		}
	}()
	if got := fmt.Sprintf("%q", entered(t, s)); got != `["one" "one?" "^C"]` {
		t.Error(got)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	w.Close()
}

// FuzzTerminal checks that any bytes that a terminal can send give lines and then the end of the
// input, whatever the history holds.
func FuzzTerminal(f *testing.F) {
	f.Add([]byte("abc\x1b[3~\r\x12a\x07\t\t\x0b"))
	f.Fuzz(func(t *testing.T, typed []byte) {
		if len(typed) > 1<<10 {
			return
		}
		s := start(t, bytes.NewReader(typed), Options{Complete: func(line string, pos int) ([]string, int) {
			return []string{"ab", "abc", "b", "漢字", line}, 0
		}})
		defer s.Close()
		for i := 0; ; i++ {
			line, err := s.ReadLine("fun> ")
			if err == io.EOF {
				return
			}
			if i > 2*len(typed)+10 {
				t.Fatal("lines without end")
			}
			if err == nil {
				s.AddHistory(line)
			}
		}
	})
}

// TestNext checks that Next looks ahead in pasted text, and only there.
func TestNext(t *testing.T) {
	s := start(t, strings.NewReader("typed\r\x1b[200~a\n\n-\nb\n\n\x1b[201~\rend\r"), Options{})
	blank := func(line string) bool { return line == "" || line == "-" }
	for i, want := range []struct{ line, next string }{
		{"typed", ""}, {"a", "b"}, {"", "b"}, {"-", "b"}, {"b", ""}, {"", ""}, {"", ""}, {"end", ""},
	} {
		line, err := s.ReadLine("fun> ")
		next, ok := s.Next(blank)
		if err != nil || line != want.line || next != want.next || ok != (want.next != "") {
			t.Errorf("line %d: %q, %v, and then %q, %v", i, line, err, next, ok)
		}
	}
}

// TestNarrow checks that on a screen of any width a line is drawn once and then only grows.
func TestNarrow(t *testing.T) {
	for _, width := range []int{1, 8, 20, 39} {
		s := &session{screen: new(buffer)}
		var err error
		nothing := func() error { return nil }
		s.terminal, err = newTerminal(Options{In: strings.NewReader("abc\r"), Out: s.screen}, screen{
			width: func() int { return width }, raw: nothing, cooked: nothing, onResize: func(func()) {}, suspend: func() {},
		})
		if err != nil {
			t.Fatal(err)
		}
		if line, err := s.ReadLine("fun> "); line != "abc" || err != nil {
			t.Error(line, err)
		}
		if n := strings.Count(s.screen.String(), "\n"); n != 1 {
			t.Errorf("%d columns: %d line ends in %q", width, n, s.screen.String())
		}
		s.Close()
	}
}
