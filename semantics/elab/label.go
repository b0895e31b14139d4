package elab

import (
	"strings"
	"unicode/utf8"

	"funmem/semantics/check"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// label is the name for the binder of a value, and the type that the context wants for
// the value, if it says.
type label struct {
	name    string
	written bool   // the programmer gave the name
	inner   bool   // it is bound inside what stands there
	text    string // what messages call it, if that is another name
	want    *syntax.Type
}

// made is the label of a binder that elaboration needs.
func made(name string) label { return label{name: name} }

// written is the label of a binder of the program; `_` is no name.
func written(name string) label {
	if name == "_" || name == "" {
		return made("t")
	}
	return label{name: name, written: true}
}

// writtenAs is the label of a binder of the program. The binder may say what messages
// call it.
func writtenAs(p *syntax.Binding) label {
	if p.Text == nobody {
		return made(strings.TrimPrefix(p.Name, "#")) // no program has a name with a #
	}
	l := written(p.Name)
	l.text = p.Text
	return l
}

// nobody is what messages would call a binder that nobody wrote.
const nobody = "_"

// labelAt is the label of value i, or a made one if there are not that many labels.
func labelAt(labels []label, i int) label {
	if i < len(labels) {
		return labels[i]
	}
	return made("t")
}

// from are the labels of the values from i on.
func from(labels []label, i int) []label { return labels[min(i, len(labels)):] }

// suffixed are the labels for the values of an inner body, which wants the types that the
// outer one wants.
func suffixed(labels []label, suffix string) []label {
	inner := make([]label, len(labels))
	for i, l := range labels {
		inner[i] = label{name: l.name, want: l.want}
		if l != (label{name: "t", want: l.want}) {
			inner[i].name += suffix
		}
	}
	return inner
}

// rows are the labels of the rows of the values of a kernel.
func rows(labels []label) []label {
	inner := suffixed(labels, "_row")
	for i, l := range inner {
		if l.want != nil && l.want.Rank() > 0 {
			inner[i].want = rowOf(l.want)
		}
	}
	return inner
}

// indexAs is writtenAs for the index of a kernel or loop that stands in a block.
func indexAs(p *syntax.Binding) label {
	l := writtenAs(p)
	l.inner = true
	return l
}

// bind makes a binder with the label in a block; its own name is unique in the session, or inside a def, kernel or the
// like, which no other program sees, in the program.
func (b *block) bind(l label, t *syntax.Type, at diag.Span) *syntax.Binding {
	l.inner = l.inner || b.up != nil
	return b.u.bind(l, t, at)
}

func (u *unit) bind(l label, t *syntax.Type, at diag.Span) *syntax.Binding {
	var p *syntax.Binding
	switch {
	case l.written && l.inner:
		p = u.s.sup.Inner(l.name, t)
	case l.written:
		p = u.s.sup.Written(l.name, t)
	default:
		p = u.s.sup.Binding(l.name, t)
	}
	if l.text != "" {
		p.Text = l.text
	}
	p.Span = at
	return p
}

// bindSize makes a binder for a size that is returned beside the value with
// label l (Fig. 2). Messages call it the size of what.
func (u *unit) bindSize(l label, at diag.Span, what string) *syntax.Binding {
	name := l.name + "_size"
	if !l.written && l.name == "t" {
		name = "d"
	}
	p := u.bind(made(name), &syntax.Type{}, at)
	p.Text = check.SizeWords + what
	return p
}

const maxExcerpt = 40 // characters of source that stand for a value

// excerpt is what messages call the value of an expression.
func excerpt(e syntax.Expr, l label) string {
	text := e.GetSpan().Text()
	switch {
	case l.written:
		return l.name
	case text != "" && utf8.RuneCountInString(text) <= maxExcerpt && !strings.ContainsAny(text, "\n`"):
		return text
	}
	switch e := e.(type) {
	case *syntax.Call:
		return e.Fn + "(…)"
	case *syntax.If:
		return "if … then … else …"
	case *syntax.Loop:
		return "loop … do …"
	}
	return "this value"
}
