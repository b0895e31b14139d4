package check

import (
	"slices"
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

// written is the name in the text of a binder, `x` or `x : type`: the one that
// elaboration made unique.
func written(b *syntax.Binding) string {
	name, _, _ := strings.Cut(b.Span.Text(), ":")
	if name = strings.Trim(name, "( "); strings.HasPrefix(b.Name, name) {
		return name
	}
	return ""
}

// Signature is the head of a def as a line of source, with the names that the
// programmer wrote.
func Signature(d *syntax.Def) string {
	names := map[int]string{}
	for _, b := range slices.Concat(d.Sizes, d.Params, d.Ret) {
		if name := written(b); name != "" {
			names[b.ID] = name
		}
	}
	head := *syntax.Rename(d, names)
	head.Body, head.Doc = nil, ""
	return syntax.Print(&head)
}

// origin is the text at the binder of a variable, if it is short.
func (c *Context) origin(v *syntax.Var) string {
	b := c.Lookup(v.ID)
	if b == nil {
		return v.Name
	}
	if name := written(b); name != "" {
		return name
	}
	text := b.Span.Text()
	if text == "" || utf8.RuneCountInString(text) > maxOrigin || strings.ContainsAny(text, "\n:") {
		return v.Name
	}
	return text
}
