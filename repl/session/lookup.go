package session

import (
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// Surface is the text of a function, or nil.
func (s *Session) Surface(name string) *syntax.Def {
	if f := s.Defs.Get(name); f != nil {
		return f.Surface
	}
	return s.Elab.Linked(name)
}

// TextOf is the text of the def or let that defined a name, as it was entered.
func (s *Session) TextOf(name string) (string, error) {
	n, ok := s.Elab.Lookup(name)
	if f := s.Surface(name); f != nil && (!ok || n.Def != nil) {
		return asWritten(f), nil
	}
	if b := s.broken[name]; !ok && b.function != nil {
		return asWritten(b.Surface), nil
	}
	if e := s.EntryOf(n); ok && e != nil && e.Input != nil {
		return "", diag.Usagef("`%s` is an input, and has no text", name).Helpf("`:input %s=…` binds another value", name)
	} else if ok && e != nil && e.Expanded != nil {
		for _, d := range slices.Backward(e.Expanded.Decls) {
			if let, ok := d.(*syntax.Let); ok && slices.ContainsFunc(let.Pat, func(b *syntax.Binding) bool { return b.Name == name }) {
				return asWritten(let), nil
			}
		}
	}
	var names []string
	for _, n := range s.Names() {
		names = append(names, n.Name)
	}
	d := diag.Usagef("no def or let has the name `%s`", name)
	if near := diag.Nearest(name, names); near != "" {
		return "", d.Helpf("did you mean `%s`?", near)
	}
	return "", d.Helpf("`:browse` lists the names")
}

// Last is the last entry that is a program.
func (s *Session) Last() (*Entry, error) {
	for _, e := range slices.Backward(s.Entries) {
		if e.Input == nil {
			return e, nil
		}
	}
	return nil, diag.Usagef("nothing was entered yet")
}

// EntryOf is the entry that defined a name.
func (s *Session) EntryOf(n elab.Name) *Entry {
	for _, e := range slices.Backward(s.Entries) {
		if n.Def != nil && slices.Contains(e.Unit.Core.Defs(), n.Def) {
			return e
		}
		for _, m := range e.Unit.Names {
			if m.Name == n.Name && m.Def == n.Def && (m.Binding == nil || m.Binding.ID == n.Binding.ID) {
				return e
			}
		}
	}
	return nil
}

// IsMem tells whether a function is a FUNMEM function.
func (s *Session) IsMem(n elab.Name) bool {
	e := s.EntryOf(n)
	return e != nil && e.Unit.Mem
}

// DefNames are the names of the defs of a program.
func DefNames(u *elab.Unit) []string {
	var names []string
	for _, n := range u.Names {
		if n.Def != nil {
			names = append(names, n.Name)
		}
	}
	return names
}

// DefNamed returns the def of that name in the program of a file.
func DefNamed(u *elab.Unit, path, name string) (*syntax.Def, error) {
	for _, n := range u.Names {
		if n.Def != nil && n.Name == name {
			return n.Def, nil
		}
	}
	names := DefNames(u)
	d := diag.Usagef("%s has no def `%s`", path, name)
	if near := diag.Nearest(name, names); near != "" {
		return nil, d.Helpf("did you mean `%s`?", near)
	} else if len(names) > 0 {
		return nil, d.Helpf("it has `%s`", strings.Join(names, "`, `"))
	}
	return nil, d
}

// describe returns the names that a program declares, for :undo, and the text of its other statements that bind no
// name. It is "" if the program only has expressions.
func describe(p *syntax.Program) string {
	var parts []string
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *syntax.Def:
			parts = append(parts, "`"+d.Name+"`")
		case *syntax.Let:
			n := len(parts)
			for _, b := range d.Pat {
				if b.Name != "_" {
					parts = append(parts, "`"+b.Name+"`")
				}
			}
			if len(parts) == n {
				parts = append(parts, "`"+oneLine(d.Text())+"`")
			}
		case *syntax.Check, *syntax.Free:
			parts = append(parts, "`"+oneLine(d.GetSpan().Text())+"`")
		}
	}
	if len(parts) > 6 {
		parts = append(parts[:5], "…")
	}
	return strings.Join(parts, ", ")
}

// oneLine is a text with single spaces.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
