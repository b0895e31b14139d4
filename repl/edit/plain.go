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
	line, err := p.in.ReadString('\n')
	if !p.started {
		line, p.started = strings.TrimPrefix(line, "\ufeff"), true
	}
	if err != nil && (err != io.EOF || line == "") {
		return "", err
	}
	return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"), nil
}

func (p *plain) AddHistory(entry string) error {
	p.entries = appendEntry(p.entries, entry)
	return nil
}

func (p *plain) History() []string { return append([]string(nil), p.entries...) }

func (p *plain) Close() error { return nil }
