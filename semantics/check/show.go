package check

import (
	"strings"
	"unicode/utf8"

	"funmem/semantics/syntax"
)

// Show prints a core node on one line as the programmer knows it: a variable
// that elaboration made or renamed stands as the text that it was made for.
func (c *Context) Show(n syntax.Node) string {
	return syntax.Line(syntax.Map(n, func(e syntax.Expr) syntax.Expr {
		if v, ok := e.(*syntax.Var); ok {
			return &syntax.Var{Span: v.Span, Name: c.origin(v)}
		}
		return e
	}))
}

const maxOrigin = 40 // characters of source that stand for a variable

// origin is the text at the binder of a variable, if it is short.
func (c *Context) origin(v *syntax.Var) string {
	b := c.Lookup(v.ID)
	if b == nil {
		return v.Name
	}
	text := b.Span.Text()
	if text == "" || utf8.RuneCountInString(text) > maxOrigin || strings.ContainsAny(text, "\n:") {
		return v.Name
	}
	return text
}
