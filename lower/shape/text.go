package shape

import (
	"strings"

	"funmem/semantics/syntax"
)

// Suffix stands after the name of a def in the name of its shape function.
const Suffix = "_shape"

// Text is the shape function as a def of Fun: it takes the sizes of the arrays and the ints among the parameters, and gives the sizes of the
// results that are arrays, one after the other. It is "" if there is none, or if no result is an array.
func (f *Function) Text() string {
	var sizes []string
	for _, dims := range f.Sizes {
		for _, p := range dims {
			sizes = append(sizes, p.String())
		}
	}
	if len(sizes) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("def " + f.Def.Written() + Suffix)
	for _, x := range f.Params() {
		b.WriteString(" (" + x.Name + " : int)")
	}
	b.WriteString(" : ")
	if len(sizes) == 1 {
		return b.String() + "int = " + sizes[0]
	}
	return b.String() + "(int" + strings.Repeat(", int", len(sizes)-1) + ") = (" + strings.Join(sizes, ", ") + ")"
}

// Params are the parameters of the shape function: the sizes of the def, and its parameters that are ints.
func (f *Function) Params() []*syntax.Binding {
	list := append([]*syntax.Binding(nil), f.Def.Sizes...)
	for _, x := range f.Def.Params {
		if x.Type.IsInt() {
			list = append(list, x)
		}
	}
	return list
}

// Report is the shape function of a def, or why it has none, for people.
func Report(f *Function) string {
	switch text := f.Text(); {
	case text != "":
		return text + "\n"
	case f.Refused == nil:
		return "`" + f.Def.Written() + "` gives numbers: their shape is ◦\n"
	}
	var b strings.Builder
	b.WriteString("`" + f.Def.Written() + "` has no shape function:\n")
	for _, d := range f.Refused {
		b.WriteString(Because(d))
	}
	return b.String()
}

// Because says in lines what depends on data, and on which.
func Because(d *Data) string {
	at, in := d.At, d.In
	for len(in) > 0 && at.Src != nil && at.Src.Library { // users know its calls, and not its text
		at, in = in[0].Span, in[1:]
	}
	text := "  " + at.String() + ": " + d.Of + " is " + d.Why + ": `" + clipped(at.Text()) + "` [" + d.Rule + "]\n"
	for _, n := range in {
		text += "    " + n.Span.String() + ": " + n.Msg + "\n"
	}
	return text
}

// clipped is the first line of a text, if it is short.
func clipped(text string) string {
	line, _, more := strings.Cut(text, "\n")
	if r := []rune(line); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	if more {
		return line + " …"
	}
	return line
}
