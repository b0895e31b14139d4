package edit

import (
	"bufio"
	"io"
	"strings"
)

// plain reads lines of any length from what is not a terminal.
type plain struct {
	in      *bufio.Reader
	prompts io.Writer // nil: none are shown
	started bool
	ahead   []string // lines that were read to look at them
	passed  int      // how many of them, from the first on, Next passed over
	err     error    // what came behind them
	entries []string
}

// NewPlain is an editor that reads lines without editing. The last line needs
// no line end. Prompts are written to prompts unless that is nil. The history
// is only kept in memory.
func NewPlain(in io.Reader, prompts io.Writer) Editor {
	return &plain{in: bufio.NewReader(in), prompts: prompts}
}

// ReadLine is the next line; a mark of byte order before the first is dropped.
func (p *plain) ReadLine(prompt string) (string, error) {
	if p.prompts != nil {
		if _, err := io.WriteString(p.prompts, prompt); err != nil {
			return "", err
		}
	}
	if len(p.ahead) == 0 && !p.read() {
		return "", p.err
	}
	line := p.ahead[0]
	p.ahead, p.passed = p.ahead[1:], max(0, p.passed-1)
	return line, nil
}

// read reads one more line ahead and tells whether there was one.
func (p *plain) read() bool {
	if p.err != nil {
		return false
	}
	line, err := p.in.ReadString('\n')
	p.err = err
	if !p.started {
		line, p.started = strings.TrimPrefix(line, "\ufeff"), true
	}
	if err != nil && (err != io.EOF || line == "") {
		return false
	}
	p.ahead = append(p.ahead, strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"))
	return true
}

// Next reads ahead. Where there are prompts a person answers each of them.
func (p *plain) Next(skip func(line string) bool) (string, bool) {
	if p.prompts != nil {
		return "", false
	}
	for ; p.passed < len(p.ahead) || p.read(); p.passed++ {
		if line := p.ahead[p.passed]; !skip(line) {
			return line, true
		}
	}
	return "", false
}

func (p *plain) AddHistory(entry string) error {
	p.entries = appendEntry(p.entries, entry)
	return nil
}

func (p *plain) History() []string { return append([]string(nil), p.entries...) }

func (p *plain) Close() error { return nil }
