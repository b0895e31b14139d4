package diag

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Style paints the parts of a message. Each function gets a text and returns
// it, with or without colour.
type Style struct {
	Place, Kind, Caret, Note, Help func(string) string
}

func plain(s string) string { return s }

// Plain is the style without colours.
var Plain = Style{plain, plain, plain, plain, plain}

// Format lays a diagnostic out:
//
//	file.fun:3:9: type error: `x` has 2 dimensions, but 1 index is given [T-INDEX]
//	  3 | let y = x[1]
//	    |         ^^^^
//	  note: file.fun:1:5: `x : [3][4]int` is bound here
//	  help: write `x[1, :]` for a row
func Format(d *Diagnostic, st Style) string {
	var b strings.Builder
	if p := d.Span.String(); p != "" {
		b.WriteString(st.Place(p) + ": ")
	}
	b.WriteString(st.Kind(d.Kind.String()) + ": " + d.Msg)
	if d.Rule != "" {
		b.WriteString(" [" + d.Rule + "]")
	}
	b.WriteByte('\n')
	excerpt(&b, d.Span, st)
	for _, n := range d.Notes {
		lines := strings.Split(n.Msg, "\n")
		place := n.Span.String()
		if place != "" {
			place = st.Place(place) + ": "
		}
		fmt.Fprintf(&b, "  %s %s%s\n", st.Note("note:"), place, lines[0])
		for _, l := range lines[1:] {
			b.WriteString("    " + l + "\n")
		}
	}
	if d.Help != "" {
		for i, l := range strings.Split(d.Help, "\n") {
			if i == 0 {
				b.WriteString("  " + st.Help("help:") + " " + l + "\n")
			} else {
				b.WriteString("    " + l + "\n")
			}
		}
	}
	return b.String()
}

const maxExcerpt = 160 // characters of a source line that a message shows

// near is the part of a span's line that its excerpt can show, and the number of
// characters before that part. The line may be long: a file of data can be a
// single line.
func (s Span) near(line int) (text string, passed int) {
	const left, right = 4 * maxExcerpt, 12 * maxExcerpt // bytes
	text = s.Src.Line(line)
	if from := s.Start - s.Src.lineStarts()[line-1] - left; from > 0 {
		for from > 0 && !utf8.RuneStart(text[from]) {
			from--
		}
		passed = utf8.RuneCountInString(text[:from])
		text = text[from:]
	}
	return text[:min(len(text), right)], passed
}

// excerpt writes the source line of a span with a caret line under it.
func excerpt(b *strings.Builder, s Span, st Style) {
	if !s.IsValid() {
		return
	}
	line, col := s.Position()
	whole, passed := s.near(line)
	text := printable(whole)
	col -= passed
	width := max(1, utf8.RuneCountInString(s.Text()))
	if i := strings.IndexByte(s.Text(), '\n'); i >= 0 {
		width = max(1, utf8.RuneCountInString(s.Text()[:i]))
	}
	if len(text) > maxExcerpt {
		from := max(0, min(col-1-maxExcerpt/2, len(text)-maxExcerpt))
		text = text[from:min(len(text), from+maxExcerpt)]
		col -= from
	}
	col = max(1, min(col, len(text)+1))
	width = max(1, min(width, len(text)-col+1))
	before, marked := text[:col-1], text[col-1:min(col-1+width, len(text))]
	num := fmt.Sprint(line)
	fmt.Fprintf(b, "  %s | %s\n", num, string(text))
	fmt.Fprintf(b, "  %s | %s%s\n", strings.Repeat(" ", len(num)), strings.Repeat(" ", columns(before)), st.Caret(strings.Repeat("^", max(1, columns(marked)))))
}
