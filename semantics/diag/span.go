package diag

import (
	"fmt"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// Source is a named text: a file, or a line typed into the REPL.
type Source struct {
	Name    string
	Text    string
	Library bool // it came with funmem, and users do not know the names in it

	once  sync.Once
	lines []int // byte offset at which each line starts
}

// NewSource names a text. The name is what positions print.
func NewSource(name, text string) *Source { return &Source{Name: name, Text: text} }

// Span is a half-open range of bytes [Start, End) of a source. The zero Span is
// "nowhere": it belongs to something that is not in any text.
type Span struct {
	Src        *Source
	Start, End int
}

// IsValid tells whether the span lies in a source.
func (s Span) IsValid() bool { return s.Src != nil }

// Join is the smallest span that covers s and t; a span that is nowhere does
// not count.
func (s Span) Join(t Span) Span {
	if !s.IsValid() {
		return t
	}
	if !t.IsValid() || t.Src != s.Src {
		return s
	}
	return Span{s.Src, min(s.Start, t.Start), max(s.End, t.End)}
}

// Text is the source text of the span.
func (s Span) Text() string {
	if !s.IsValid() {
		return ""
	}
	return s.Src.Text[s.Start:s.End]
}

// Position gives the 1-based line and column (in characters) of the start.
func (s Span) Position() (line, col int) {
	if !s.IsValid() {
		return 0, 0
	}
	return s.Src.position(s.Start)
}

// String is file:line:col, or "" for a span that is nowhere. It is one line, even if
// the file name has several.
func (s Span) String() string {
	if !s.IsValid() {
		return ""
	}
	line, col := s.Position()
	return fmt.Sprintf("%s:%d:%d", OneLine(s.Src.Name), line, col)
}

// OneLine is a text without line ends, so that it cannot pass for lines of ours.
func OneLine(text string) string { return strings.ReplaceAll(text, "\n", `\n`) }

// GetSpan returns the span itself, so that a syntax node gets the method by
// embedding its Span.
func (s Span) GetSpan() Span { return s }

func (src *Source) position(off int) (line, col int) {
	starts := src.lineStarts()
	i := sort.SearchInts(starts, off+1) - 1
	return i + 1, utf8.RuneCountInString(src.Text[starts[i]:min(off, len(src.Text))]) + 1
}

func (src *Source) lineStarts() []int {
	src.once.Do(func() {
		src.lines = []int{0}
		for at := 0; ; { // the library looks at many bytes at a time
			n := strings.IndexByte(src.Text[at:], '\n')
			if n < 0 {
				break
			}
			at += n + 1
			src.lines = append(src.lines, at)
		}
	})
	return src.lines
}

// Line is the text of the given 1-based line, without its line end.
func (src *Source) Line(n int) string {
	starts := src.lineStarts()
	if n < 1 || n > len(starts) {
		return ""
	}
	rest := src.Text[starts[n-1]:]
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	return strings.TrimSuffix(rest, "\r")
}
