package futhark

import (
	"strconv"
	"strings"
)

// String returns the atom as it is printed.
func (a *Atom) String() string {
	switch {
	case a.Var != nil:
		return a.Var.String()
	case a.Const.Type == "unit":
		return "()"
	case a.Const.Type == "bool":
		return a.Const.Text
	}
	return a.Const.Text + string(a.Const.Type)
}

// String returns an extent as it is printed.
func (s *Size) String() string {
	if s.Atom == nil {
		return "?" + strconv.Itoa(s.Ext)
	}
	return s.Atom.String()
}

// String returns the type as it is printed, without the place of an array.
func (t *Type) String() string {
	var b strings.Builder
	shape := func() {
		for _, s := range t.Shape {
			b.WriteString("[" + s.String() + "]")
		}
	}
	switch t.Kind {
	case MemType:
		b.WriteString("mem")
		if t.Space != nil {
			b.WriteString("@" + t.Space.Name)
			for _, a := range t.Space.Shape {
				b.WriteString("[" + a.String() + "]")
			}
			b.WriteString(string(t.Space.Elem))
		}
	case AccType:
		b.WriteString("acc(" + t.Cert.String() + ", ")
		shape()
		b.WriteString(", {")
		for k, e := range t.Elems {
			if k > 0 {
				b.WriteString(", ")
			}
			b.WriteString(e.String())
		}
		b.WriteString("})")
	default:
		shape()
		b.WriteString(string(t.Elem))
	}
	return b.String()
}

// text returns an index as text.
func (e *Index) text() string {
	switch {
	case e.Atom != nil && e.Atom.Var != nil:
		return strconv.Itoa(e.Atom.Var.Tag) // the tag tells names apart
	case e.Atom != nil:
		return e.Atom.String()
	case e.Op == "":
		return "?" + strconv.Itoa(e.Ext)
	}
	parts := []string{e.Op}
	for _, a := range e.Args {
		parts = append(parts, "("+a.text()+")")
	}
	return strings.Join(parts, " ")
}
