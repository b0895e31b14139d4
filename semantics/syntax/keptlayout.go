package syntax

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Format keeps these parts of the layout that the programmer chose: where a
// chain of operators or the rows of an array stand on several lines, and whether
// an array of FUNMEM says that its elements are ints.

// chained is an operator in a chain of one strength, with its right operand.
type chained struct {
	op     string
	y      doc
	broken bool // the source has a line break around the operator
	before int  // spaces before the operator in the source, -1 where it ends a line
}

var aComment = regexp.MustCompile(`--[^\n]*`)

// between is the source text between two nodes, without comments. Outside Format
// it is empty.
func (p *printer) between(x, y Node) string {
	from, to := x.GetSpan(), y.GetSpan()
	if !p.asWritten() || !from.IsValid() || from.Src != to.Src || from.End > to.Start {
		return ""
	}
	return aComment.ReplaceAllString(from.Src.Text[from.End:to.Start], "")
}

// chained is how a chain goes on after x; its next operand y has that strength.
func (p *printer) chained(op string, x, y Expr, prec int) chained {
	gap := p.between(x, y)
	before := gap[:len(gap)-len(strings.TrimLeft(gap, " \t\r\n)"))]
	c := chained{op: op, y: p.expr(y, prec), broken: strings.Contains(gap, "\n"), before: -1}
	if !c.broken || strings.Contains(before, "\n") {
		c.before = len(before) - len(strings.TrimRight(before, " "))
	}
	return c
}

// keptChain is a chain with the line breaks and the spaces of the source. If the
// first operator that starts a line hangs, so that the operands stand in one
// column, all of them do.
func (p *printer) keptChain(e Expr, first doc, rest []chained) doc {
	var ds []doc
	out := 0 // how far operators hang
	for _, c := range rest {
		by := utf8.RuneCountInString(c.op) + 1
		switch {
		case !c.broken:
			ds = append(ds, text(strings.Repeat(" ", max(1, c.before))))
		case out == 0 && c.before == column(e)-by:
			out = by
			fallthrough
		default:
			out = max(out, 1)
			ds = append(ds, hard)
		}
		ds = append(ds, text(c.op+" "), c.y)
	}
	if out > 1 {
		return hang(out, first, cat(ds...))
	}
	return cat(first, nest(2, ds...))
}

// column is the number of characters before a node on its line.
func column(n Node) int {
	at := n.GetSpan()
	before := at.Src.Text[:at.Start]
	return utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
}

// onThisLine tells whether something stands before a node on its line of the
// source.
func (p *printer) onThisLine(n Node) bool {
	at := n.GetSpan()
	if !p.asWritten() || !at.IsValid() {
		return false
	}
	before := at.Src.Text[:at.Start]
	return !strings.Contains(before[len(strings.TrimRight(before, " \t\r\n(")):], "\n")
}

// keeps tells whether the line breaks of a chain are those of the source: it has
// some, or an operand has.
func (p *printer) keeps(e Expr, first doc, rest []chained) bool {
	kept := first.hard
	for _, c := range rest {
		kept = kept || c.broken || c.y.hard
	}
	return kept && p.asWritten() && e.GetSpan().IsValid()
}

// saysInt tells whether the text of an array type ends its sizes with `int`,
// which FUNMEM may leave out.
func (p *printer) saysInt(t *Type) bool {
	if !p.asWritten() || !t.Span.IsValid() || len(t.Dims) == 0 {
		return true
	}
	rest := t.Span.Src.Text[t.Dims[len(t.Dims)-1].GetSpan().End:]
	return strings.HasPrefix(strings.TrimLeft(rest, " \t\r\n)]"), "int")
}
