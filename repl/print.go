package repl

import (
	"math"
	"strings"
	"unicode/utf8"

	"funmem/eval/value"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

const screenWidth = 100 // columns that printed values and drawings take at most

// show is a value as it is printed: on one line where that fits, and otherwise
// in columns, with a new line for each row. Where nothing is elided it reads
// back as the same value. With limit 0 a row is one line, however long.
func show(v value.Val, limit int) string {
	flat := value.Format(v, limit)
	rank := len(v.Shape())
	if rank == 0 || rank == 1 && limit == 0 || utf8.RuneCountInString(flat) <= screenWidth || strings.HasPrefix(flat, "empty") {
		return flat
	}
	widest := 0
	for _, word := range strings.FieldsFunc(flat, func(r rune) bool { return strings.ContainsRune("[], ", r) }) {
		widest = max(widest, utf8.RuneCountInString(word))
	}
	t := &table{rank: rank, widest: widest, width: screenWidth}
	if limit == 0 {
		t.width = math.MaxInt
	}
	for _, r := range flat {
		t.add(r)
	}
	return t.out.String()
}

// table lays out the text of an array.
type table struct {
	out    strings.Builder
	word   strings.Builder
	rank   int
	depth  int // brackets that are open
	widest int // word
	width  int
	column int
	gap    bool // a space comes before the next word of this line
}

func (t *table) write(s string) {
	t.out.WriteString(s)
	t.column += utf8.RuneCountInString(s)
}

// newline starts a line within the brackets that are open.
func (t *table) newline() {
	t.out.WriteString("\n")
	t.column = 0
	t.write(strings.Repeat(" ", t.depth))
}

// flush writes the word that has ended, in its column.
func (t *table) flush() {
	w := t.word.String()
	if t.word.Reset(); w == "" {
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

func (t *table) add(r rune) {
	switch r {
	case ' ':
	case '[':
		t.depth++
		t.write("[")
	case ']':
		t.flush()
		t.depth--
		t.write("]")
	case ',':
		t.flush()
		t.write(",")
		if t.gap = t.depth == t.rank; !t.gap {
			t.newline()
		}
	default:
		t.word.WriteRune(r)
	}
}

// isBlock tells whether a result is a block, which has no value.
func isBlock(r elab.Result) bool { return r.Type != nil && r.Type.Elem == syntax.Mem }

// describe names what a program declares, for :undo.
func describe(p *syntax.Program) string {
	var names []string
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *syntax.Def:
			names = append(names, "`"+d.Name+"`")
		case *syntax.Let:
			for _, b := range d.Pat {
				names = append(names, "`"+b.Name+"`")
			}
		}
	}
	if len(names) > 6 {
		names = append(names[:5], "…")
	}
	return strings.Join(names, ", ")
}
