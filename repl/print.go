package repl

import (
	"strings"
	"unicode/utf8"

	"funmem/eval/value"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

const screenWidth = 100 // columns that printed values and drawings take at most

// show is a value as it is printed: on one line where that fits, and otherwise,
// for two dimensions and more, a line for each row with its columns aligned.
// Where nothing is elided it reads back as the same value.
func show(v value.Val, limit int) string {
	flat := value.Format(v, limit)
	rank := len(v.Shape())
	if rank < 2 || utf8.RuneCountInString(flat) <= screenWidth || strings.HasPrefix(flat, "empty") {
		return flat
	}
	widest := 0
	for _, word := range strings.FieldsFunc(flat, isBracket) {
		widest = max(widest, utf8.RuneCountInString(word))
	}
	var b, word strings.Builder
	depth := 0
	flush := func() {
		if word.Len() > 0 {
			if depth == rank {
				b.WriteString(strings.Repeat(" ", widest-utf8.RuneCountInString(word.String())))
			}
			b.WriteString(word.String())
			word.Reset()
		}
	}
	for _, r := range flat {
		switch r {
		case '[':
			depth++
			b.WriteRune(r)
		case ']':
			flush()
			depth--
			b.WriteRune(r)
		case ',':
			flush()
			b.WriteRune(r)
			if depth < rank {
				b.WriteString("\n" + strings.Repeat(" ", depth))
			} else {
				b.WriteByte(' ')
			}
		case ' ':
		default:
			word.WriteRune(r)
		}
	}
	return b.String()
}

func isBracket(r rune) bool { return r == '[' || r == ']' || r == ',' || r == ' ' }

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
