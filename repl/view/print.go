package view

import (
	"bufio"
	"context"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/repl/edit"
)

// The greatest widths of printed values and drawings: the width of the terminal, within limits, or
// else screenWidth.
const (
	ScreenWidth = 100
	minWidth    = 40
	maxWidth    = 200
)

// WidthOf is the width of what is printed to w.
func WidthOf(w io.Writer) int {
	if n := edit.Width(w); n > 0 {
		return min(max(n, minWidth), maxWidth)
	}
	return ScreenWidth
}

// Stream lets f write to w through a buffer, piece by piece, and ends f when the context is done. A
// text of one piece is always written.
func Stream(ctx context.Context, w io.Writer, f func(w *bufio.Writer) error) error {
	b := bufio.NewWriterSize(&pieces{w: w, budget: engine.NewBudget(ctx, 0)}, 1<<16)
	if err := f(b); err != nil {
		return err
	}
	return b.Flush()
}

type pieces struct {
	w      io.Writer
	budget *engine.Budget
	begun  bool
}

// Write writes the text, unless the evaluation was stopped after the first piece.
func (p *pieces) Write(text []byte) (int, error) {
	if err := p.budget.Poll(); err != nil && p.begun {
		return 0, err
	}
	p.begun = true
	return p.w.Write(text)
}

// Show prints a value: on one line if it fits, and otherwise in columns, with a new line for each
// row. If nothing is elided, it reads back as the same value. With limit 0 a row is one line,
// however long.
func Show(ctx context.Context, w io.Writer, v value.Shown, limit int) error {
	flat := func(w *bufio.Writer) error { return value.Write(w, v, limit) }
	rank := v.Rank()
	if rank == 0 || rank == 1 && limit == 0 {
		return Stream(ctx, w, flat)
	}
	var m measure
	if err := Stream(ctx, &m, flat); err != nil {
		return err
	}
	width := WidthOf(w)
	if m.all <= width {
		return Stream(ctx, w, flat)
	}
	t := &table{rank: rank, widest: m.widest, width: width}
	if limit == 0 {
		t.width = math.MaxInt
	}
	return Stream(ctx, w, func(w *bufio.Writer) error {
		t.out = w
		return Stream(ctx, t, flat)
	})
}

// measure counts the characters of a text and of its widest word.
type measure struct{ all, word, widest int }

// Write measures the text.
func (m *measure) Write(text []byte) (int, error) {
	for _, c := range text {
		switch {
		case !utf8.RuneStart(c):
			continue
		case !inWord(c, m.word > 0):
			m.word = 0
		default:
			m.word++
		}
		m.all++
		m.widest = max(m.widest, m.word)
	}
	return len(text), nil
}

// inWord tells whether a byte belongs to a word, which is a number or a gap. A word that has begun
// may contain spaces, as a shortened long number does.
func inWord(c byte, begun bool) bool {
	return strings.IndexByte("[],", c) < 0 && (c != ' ' || begun)
}

// table lays out the text of an array that is written to it.
type table struct {
	out    *bufio.Writer
	word   []byte
	rank   int
	depth  int // brackets that are open
	widest int // word
	width  int
	column int
	gap    bool // a space comes before the next word of this line
}

// Write lays out the text.
func (t *table) Write(text []byte) (int, error) {
	for _, c := range text {
		if err := t.add(c); err != nil {
			return 0, err
		}
	}
	return len(text), nil
}

func (t *table) write(s string) {
	t.out.WriteString(s)
	t.column += utf8.RuneCountInString(s)
}

// newline starts a line within the brackets that are open.
func (t *table) newline() error {
	err := t.out.WriteByte('\n')
	t.column = 0
	t.write(strings.Repeat(" ", t.depth))
	return err
}

// flush writes the word that has ended, in its column.
func (t *table) flush() {
	w := string(t.word)
	if t.word = t.word[:0]; w == "" {
		return
	}
	if t.depth == t.rank {
		switch {
		case t.gap && t.column+t.widest+2 > t.width:
			t.newline()
		case t.gap:
			t.write(" ")
		}
		t.gap = false
		t.write(strings.Repeat(" ", t.widest-utf8.RuneCountInString(w)))
	}
	t.write(w)
}

// add takes a byte of the text. An error of writing is noticed at the end of a
// row.
func (t *table) add(c byte) error {
	switch {
	case inWord(c, len(t.word) > 0):
		t.word = append(t.word, c)
	case c == '[':
		t.depth++
		t.write("[")
	case c == ']':
		t.flush()
		t.depth--
		t.write("]")
	case c == ',':
		t.flush()
		t.write(",")
		if t.gap = t.depth == t.rank; !t.gap {
			return t.newline()
		}
	}
	return nil
}
