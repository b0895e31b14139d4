package check

import (
	"strings"
	"unicode/utf8"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Show prints a core node on one line as the programmer knows it: a variable
// that elaboration made or renamed stands as the text that it was made for.
func (c *Context) Show(n syntax.Node) string {
	return syntax.Line(syntax.MapExpr(n, func(e syntax.Expr) syntax.Expr {
		if v, ok := e.(*syntax.Var); ok {
			return &syntax.Var{Span: v.Span, Name: c.origin(v)}
		}
		return e
	}))
}

const maxOrigin = 40 // characters of source that stand for a variable

// origin is what messages call a variable: the name that the programmer gave
// it, the text at its binder, or what it is equal to.
func (c *Context) origin(v *syntax.Var) string {
	b := c.Lookup(v.ID)
	if b == nil {
		return v.Name
	}
	text := b.Span.Text()
	switch {
	case b.Text != "":
		return b.Text
	case text == "":
		if e := c.sizes.Of(v).Expr(); !uses(e, v.ID) {
			return c.Show(e)
		}
		return v.Name
	case strings.HasPrefix(v.Name, text): // made for the value of that name
		return v.Name
	}
	return shortened(text)
}

func uses(e syntax.Expr, id int) bool {
	for _, v := range syntax.FreeVars(e) {
		if v.ID == id {
			return true
		}
	}
	return false
}

// shortened is the beginning of a text that is long.
func shortened(text string) string {
	line, _, more := strings.Cut(text, "\n")
	if utf8.RuneCountInString(line) > maxOrigin {
		line, more = string([]rune(line)[:maxOrigin-2]), true
	}
	if more {
		line = strings.TrimRight(line, " \t\r") + " …"
	}
	return line
}

// Signature is the head of a def as the programmer wrote it.
func Signature(d *syntax.Def) string {
	head := diag.Span{Src: d.Span.Src, Start: d.Span.Start, End: d.Body.Span.Start}
	return strings.TrimSuffix(strings.Join(strings.Fields(head.Text()), " "), " =")
}

// from notes where the variables of nodes come from.
func (c *Context) from(d *diag.Diagnostic, nodes ...syntax.Node) *diag.Diagnostic {
	seen := map[int]bool{}
	for _, n := range nodes {
		for _, v := range syntax.FreeVars(n) {
			b := c.Lookup(v.ID)
			if b == nil || seen[v.ID] || !b.Span.IsValid() || b.Span == d.Span {
				continue
			}
			seen[v.ID] = true
			d.Note(b.Span, "`%s` comes from here", c.Show(v))
		}
	}
	return d
}
