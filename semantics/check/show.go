package check

import (
	"slices"
	"strings"
	"unicode/utf8"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Show prints a core node on one line as the programmer knows it. A variable that
// elaboration made or renamed is shown as the text that it was made for.
func (c *Context) Show(n syntax.Node) string {
	if t, ok := n.(*syntax.Type); ok && t.Mem != nil {
		n = &syntax.Type{Span: t.Span, Elem: t.Elem, Dims: t.Dims, Mem: &syntax.MemAnn{Block: t.Mem.Block, L: c.alike(t.Mem.L, t.Dims)}}
	}
	return syntax.Line(syntax.MapExpr(n, func(e syntax.Expr) syntax.Expr {
		if v, ok := e.(*syntax.Var); ok {
			return &syntax.Var{Span: v.Span, Name: c.origin(v)}
		}
		return e
	}))
}

// Empty is how to write the array without elements that may become one of type t.
func (c *Context) Empty(t *syntax.Type) string { return "empty(" + c.Show(t.Empty()) + ")" }

// alike is L with the sizes of its pairs written like those of its array, so that a
// message does not give one size two names. If the sizes differ it is L.
func (c *Context) alike(l *syntax.LMAD, sizes []syntax.Expr) *syntax.LMAD {
	if len(l.Dims) != len(sizes) {
		return l
	}
	out := &syntax.LMAD{Span: l.Span, Offset: l.Offset, Dims: slices.Clone(l.Dims)}
	for k, size := range sizes {
		if !c.Same(l.Dims[k].Size, size) {
			return l
		}
		out.Dims[k].Size = size
	}
	if l.RowMajor {
		return syntax.RowMajor(sizes)
	}
	return out
}

const maxOrigin = 40 // characters of source that stand for a variable

// origin is what messages call a variable: the programmer's name for it, the text
// at its binder, or what it is equal to.
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

// shortened is the beginning of a long text.
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

// from adds notes on where the variables of nodes come from.
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
