package edit

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"
)

// plain reads lines from what is not a terminal.
type plain struct {
	in      *bufio.Reader
	most    int // bytes that a line, or the lines that were read ahead, may have; 0: any number
	asks    *asking
	lines   chan line // what a reader in the background has read; nil: not yet
	prompts io.Writer // nil: none are shown
	started bool
	ahead   []string // lines that were read to look at them
	held    int      // their bytes
	passed  int      // how many of them, from the first on, Next passed over
	err     error    // the error that came after them
	entries []string
}

// line is what one read gave.
type line struct {
	text string
	err  error
}

// asking is a reader that tells whether it is being read just now, which is so as
// long as what it reads from has nothing to give.
type asking struct {
	io.Reader
	now atomic.Bool
}

// Read is that of the reader.
func (a *asking) Read(p []byte) (int, error) {
	a.now.Store(true)
	defer a.now.Store(false)
	return a.Reader.Read(p)
}

// patience is how many times Next looks for a line that does not come: a program at the
// other end of a pipe may want its answer before it writes the next one. Between two looks
// is lookEvery. A look counts only while more is being asked for, so that a line that has come
// and is still on its way here is waited for.
const (
	patience  = 5
	lookEvery = time.Millisecond
)

// NewPlain is an editor that reads lines without editing. The last line needs
// no line end. Prompts are written to prompts unless that is nil. The history
// is only kept in memory.
func NewPlain(in io.Reader, prompts io.Writer) Editor { return newPlain(in, prompts, 0) }

// newPlain is NewPlain where a line of more than most bytes (0: any number) ends the input,
// with a TooLong.
func newPlain(in io.Reader, prompts io.Writer, most int) *plain {
	asks := &asking{Reader: in}
	return &plain{in: bufio.NewReader(asks), asks: asks, prompts: prompts, most: most}
}

// TooLong is the error of a line that has more than so many bytes.
type TooLong int

// Error gives the number of bytes that there may be.
func (n TooLong) Error() string { return fmt.Sprintf("a line has more than %d bytes", int(n)) }

// perLine is what a line takes beside its bytes.
const perLine = 64

// ReadLine is the next line; a mark of byte order before the first is dropped.
func (p *plain) ReadLine(prompt string) (string, error) {
	if p.prompts != nil {
		if _, err := io.WriteString(p.prompts, prompt); err != nil {
			return "", err
		}
	}
	if len(p.ahead) == 0 && !p.read(nil) {
		return "", p.err
	}
	line := p.ahead[0]
	p.ahead, p.passed, p.held = p.ahead[1:], max(0, p.passed-1), p.held-len(line)-perLine
	return line, nil
}

// read reads one more line ahead, and tells whether there was one. It gives up after
// patience looks, one for each tick; without ticks it waits. It reads no more than most bytes ahead.
func (p *plain) read(look <-chan time.Time) bool {
	if p.err != nil || p.most > 0 && p.held > p.most {
		return false
	}
	if p.lines == nil {
		p.lines = make(chan line)
		go p.readAll()
	}
	var l line
	for looks, come := 0, false; !come; {
		select {
		case l = <-p.lines:
			come = true
		case <-look:
			if !p.asks.now.Load() {
				looks = 0
			} else if looks++; looks == patience {
				return false
			}
		}
	}
	p.err = l.err
	if !p.started {
		l.text, p.started = strings.TrimPrefix(l.text, "\ufeff"), true
	}
	if l.err != nil && (l.err != io.EOF || l.text == "") {
		return false
	}
	text := strings.TrimSuffix(strings.TrimSuffix(l.text, "\n"), "\r")
	p.ahead, p.held = append(p.ahead, text), p.held+len(text)+perLine
	return true
}

// readAll reads line after line, to the end.
func (p *plain) readAll() {
	for {
		text, err := p.readLine()
		p.lines <- line{text, err}
		if err != nil {
			return
		}
	}
}

// readLine reads a line with its end. It does not keep a line that is too long.
func (p *plain) readLine() (string, error) {
	var text []byte
	for {
		part, err := p.in.ReadSlice('\n')
		if p.most > 0 && len(text)+len(part) > p.most {
			return "", TooLong(p.most)
		}
		if text = append(text, part...); err != bufio.ErrBufferFull {
			return string(text), err
		}
	}
}

// Next reads ahead the lines that come soon. If there are prompts, a person answers each of them.
func (p *plain) Next(skip func(line string) bool) (string, bool) {
	if p.prompts != nil {
		return "", false
	}
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for ; p.passed < len(p.ahead) || p.read(look.C); p.passed++ {
		if line := p.ahead[p.passed]; !skip(line) {
			return line, true
		}
	}
	return "", false
}

// AddHistory keeps an entry, for this run.
func (p *plain) AddHistory(entry string) error {
	p.entries = appendEntry(p.entries, entry)
	return nil
}

// History is the entries that are kept.
func (p *plain) History() []string { return append([]string(nil), p.entries...) }

// Restore does nothing: there is no terminal.
func (p *plain) Restore() {}

// Close does nothing: there is no terminal.
func (p *plain) Close() error { return nil }
