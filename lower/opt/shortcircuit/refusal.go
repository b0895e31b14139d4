package shortcircuit

import (
	"fmt"

	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/prove/races"
	"funmem/semantics/syntax"
)

// obstacle is the access that is in the way when only condition 3 fails: the statement that makes it, and the one
// around that.
type obstacle struct{ read, stm *syntax.Let }

// blocked returns a refusal by condition 3 alone, for an access that the analysis met.
func (l *live) blocked(format string, args ...any) *rewrite.Refusal {
	r := rewrite.Refuse(nil, format, args...).Because(spanOf(*l.bad), "%s", access(*l.bad))
	l.web.c.obstacles[r] = obstacle{l.bad.By(), l.where}
	return r
}

// line returns " at line 7", or "" for a node without a place in the text.
func line(n syntax.Node) string {
	if at := n.GetSpan(); at.IsValid() {
		k, _ := at.Position()
		return fmt.Sprintf(" at line %d", k)
	}
	return ""
}

func spanOf(a races.Access) diag.Span {
	if a.By() == nil {
		return diag.Span{}
	}
	return a.By().Span
}

func lineOf(a races.Access) string {
	if a.By() == nil {
		return ""
	}
	return line(a.By())
}

// access says what an access does.
func access(a races.Access) string {
	does := "reads"
	if a.Writes() {
		does = "writes"
	}
	return fmt.Sprintf("this %s `%s`, at %s", does, a.Array(), a.Where())
}
