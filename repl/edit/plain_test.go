package edit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	_ "funmem/internal/testkit" // rapid's seed

	"pgregory.net/rapid"
)

func TestPlain(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"\n", []string{""}},
		{"a\nb\n", []string{"a", "b"}},
		{"a\r\n\r\nb", []string{"a", "", "b"}},
		{"\ufeff1\n\ufeff2", []string{"1", "\ufeff2"}},
		{"\ufeff", nil},
		{long + "\n" + long, []string{long, long}},
	} {
		p := NewPlain(iotest.HalfReader(strings.NewReader(c.text)), nil)
		var got []string
		for {
			line, err := p.ReadLine("fun> ")
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, line)
		}
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.want) {
			t.Errorf("%.40q gave %.80q", c.text, got)
		}
		if _, err := p.ReadLine(""); err != io.EOF {
			t.Error("no end after the end:", err)
		}
	}
}

// endless is an input without an end; it counts how much of it is read.
type endless struct {
	text string
	read int
}

func (e *endless) Read(p []byte) (int, error) {
	for k := range p {
		p[k] = e.text[(e.read+k)%len(e.text)]
	}
	e.read += len(p)
	return len(p), nil
}

// TestPlainTooLong checks that no more is read than may be held, of a line without an end and of lines that are passed
// over.
func TestPlainTooLong(t *testing.T) {
	const most = 1 << 16
	in := &endless{text: "x"}
	p := newPlain(in, nil, most)
	for range 2 {
		if line, err := p.ReadLine(""); err != TooLong(most) || line != "" {
			t.Fatalf("%.40q, %v", line, err)
		}
	}
	if in.read > 2*most {
		t.Errorf("%d bytes were read", in.read)
	}
	in = &endless{text: "--\n"}
	p = newPlain(in, nil, most)
	if line, err := p.ReadLine(""); err != nil || line != "--" {
		t.Fatal(line, err)
	}
	if next, more := p.Next(func(string) bool { return true }); more {
		t.Fatal(next)
	}
	if p.held < most || p.held > 2*most || in.read > 2*most {
		t.Errorf("%d bytes are held, and %d were read", p.held, in.read)
	}
	for range 3 * most { // it goes on
		if line, err := p.ReadLine(""); err != nil || line != "--" {
			t.Fatal(line, err)
		}
	}
}

// TestPlainNext checks that reading ahead loses nothing. A line that answers a prompt is not known ahead.
func TestPlainNext(t *testing.T) {
	blank := func(line string) bool { return line == "" }
	p := NewPlain(strings.NewReader("a\n\n\nb\n"), nil)
	for _, want := range []struct{ line, next string }{{"a", "b"}, {"", "b"}, {"", "b"}, {"b", ""}} {
		line, err := p.ReadLine("")
		next, ok := p.Next(blank)
		if line != want.line || err != nil || next != want.next || ok != (next != "") {
			t.Errorf("%q, %v, and then %q, %v", line, err, next, ok)
		}
	}
	if _, err := p.ReadLine(""); err != io.EOF {
		t.Error(err)
	}
	p = NewPlain(strings.NewReader("a\nb\n"), io.Discard)
	p.ReadLine("")
	if _, ok := p.Next(blank); ok {
		t.Error("an answer is known before its prompt")
	}
}

func TestPlainKeepsHistory(t *testing.T) {
	var out bytes.Buffer
	p := NewPlain(strings.NewReader("a\n"), &out)
	if line, err := p.ReadLine("fun> "); line != "a" || err != nil || out.String() != "fun> " {
		t.Error(line, err, out.String())
	}
	for _, e := range []string{"a", "a", " ", "b\nc\n"} {
		if err := p.AddHistory(e); err != nil {
			t.Error(err)
		}
	}
	if got := fmt.Sprintf("%q", p.History()); got != `["a" "b\nc"]` {
		t.Error(got)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	broken := errors.New("broken")
	p = NewPlain(iotest.ErrReader(broken), nil)
	if _, err := p.ReadLine(""); err != broken {
		t.Error(err)
	}
}

// TestNew checks that an input that is not a terminal is read plainly and shows no prompt.
func TestNew(t *testing.T) {
	var out bytes.Buffer
	e, err := New(Options{In: strings.NewReader("a"), Out: &out})
	if err != nil {
		t.Fatal(err)
	}
	if line, err := e.ReadLine("fun> "); line != "a" || err != nil || out.Len() != 0 {
		t.Error(line, err, out.String())
	}
}

func TestHistoryFile(t *testing.T) {
	t.Setenv("FUNMEM_HISTORY", "/some/where")
	if got := HistoryFile(); got != "/some/where" {
		t.Error(got)
	}
	t.Setenv("FUNMEM_HISTORY", "")
	if got := HistoryFile(); got != "" {
		t.Error(got)
	}
	os.Unsetenv("FUNMEM_HISTORY")
	t.Setenv("XDG_CONFIG_HOME", "/settings")
	t.Setenv("HOME", "/home/me")
	if got := HistoryFile(); !strings.HasSuffix(got, filepath.Join("funmem", "history")) {
		t.Error(got)
	}
}

// TestEncode checks that an entry of any text becomes one line and can be decoded again.
func TestEncode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entry := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"\n", "⏎", `\`, "x", " "})).Draw(t, "entry"), "")
		line := encode(entry)
		if strings.Contains(line, "\n") || decode(line) != entry {
			t.Fatalf("%q became %q and then %q", entry, line, decode(line))
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.StringOf(rapid.RuneFrom([]rune(`\ax ⏎`))).Draw(t, "line")
		if strings.ContainsRune(line, lineMark) {
			return
		}
		if decode(line) != line || encode(line) != line {
			t.Fatalf("%q is changed", line)
		}
	})
}

// TestHistoryIsCut checks that the file is cut when it has grown too long, and that two sessions can add to it in turn.
func TestHistoryIsCut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	var b strings.Builder
	for i := 0; i <= 4*maxEntries; i++ {
		fmt.Fprintln(&b, "entry", i)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	h, other := loadHistory(path), loadHistory(path)
	for _, e := range []struct {
		h    *history
		text string
	}{{h, "a"}, {other, "b"}, {h, "c"}} {
		if kept, err := e.h.add(e.text); !kept || err != nil {
			t.Fatal(kept, err)
		}
	}
	h = loadHistory(path)
	if n := len(h.entries); n != maxEntries || strings.Join(h.entries[n-4:], " ") != "entry 4000 a b c" {
		t.Error(n, h.entries[max(0, n-4):])
	}
	text, err := os.ReadFile(path)
	if err != nil || strings.Count(string(text), "\n") != maxEntries+3 {
		t.Error(strings.Count(string(text), "\n"), err)
	}
	if left, _ := filepath.Glob(path + "*"); len(left) != 1 {
		t.Error(left)
	}
	if kept, err := h.add("c"); kept || err != nil {
		t.Error("a repetition was kept")
	}
	if kept, err := h.add("d"); !kept || err != nil || len(h.entries) != maxEntries {
		t.Error("a full history takes no more")
	}
}

// BenchmarkRefresh measures the cost of a line after one that recalled another.
func BenchmarkRefresh(b *testing.B) {
	s := &terminal{history: &history{}}
	for i := 0; i < maxEntries; i++ {
		s.history.entries = append(s.history.entries, fmt.Sprintf("let x%d = kernel i <= 100 do i * %d", i, i))
	}
	e, err := newTerminal(Options{In: strings.NewReader(""), Out: io.Discard}, screen{width: func() int { return 80 },
		raw: func() error { return nil }, cooked: func() error { return nil }, onResize: func(func()) {}, suspend: func() {}})
	if err != nil {
		b.Fatal(err)
	}
	e.history = s.history
	for b.Loop() {
		e.fresh = false
		e.refreshHistory()
	}
}

// TestPlainAnswers checks that a program gets each answer that it waits for before it writes its next line.
func TestPlainAnswers(t *testing.T) {
	in, out := io.Pipe()
	defer out.Close()
	go io.WriteString(out, "1+1\n")
	p := NewPlain(in, nil)
	if got, err := p.ReadLine("> "); got != "1+1" || err != nil {
		t.Fatal(got, err)
	}
	if next, ok := p.Next(func(string) bool { return false }); ok {
		t.Errorf("the next line is %q", next)
	}
	go io.WriteString(out, "2\n")
	if got, err := p.ReadLine("> "); got != "2" || err != nil {
		t.Error(got, err)
	}
}

// TestPlainLate checks that a line which was sent is waited for, however late it arrives.
func TestPlainLate(t *testing.T) {
	p := &plain{asks: &asking{}, lines: make(chan line)}
	look, ended := make(chan time.Time), make(chan bool)
	go func() { ended <- p.read(look) }()
	for range 3 * patience {
		select {
		case look <- time.Time{}:
		case <-ended:
			t.Fatal("it did not wait")
		}
	}
	p.lines <- line{text: "b\n"}
	if ok := <-ended; !ok || len(p.ahead) != 1 || p.ahead[0] != "b" {
		t.Errorf("%v, %q", ok, p.ahead)
	}
	p.asks.now.Store(true)
	go func() { ended <- p.read(look) }()
	for range patience {
		look <- time.Time{}
	}
	if <-ended {
		t.Error("it read what was never there")
	}
}
