package elab

import (
	"cmp"
	"slices"

	"funmem/semantics/derive"
	"funmem/semantics/syntax"
)

// typing says who gets the derivations of the types of a program.
type typing struct {
	rec     *derive.Recorder
	adopted bool // of the FUNMEM form that Adopt takes up, and not of what Program makes
}

// Derive lets r get the derivation of the types of the next program, and those of its
// functions: of core Fun (Fig. 3), or of FUNMEM (Fig. 8) if the program is FUNMEM. With
// adopted it is that of the FUNMEM form of a Fun program.
func (s *Session) Derive(r *derive.Recorder, adopted bool) { s.types = typing{r, adopted} }

// DeriveDef lets r get the derivation of the types of a function among those of a program,
// which was elaborated or, with mem, adopted before.
func (s *Session) DeriveDef(r *derive.Recorder, p *syntax.Program, name string, mem bool) error {
	gamma := s.fun.Clone()
	if mem {
		gamma = s.mem.Clone()
	}
	gamma.Record(r, func(f *syntax.Def) bool { return f.Name == name })
	defs := &syntax.Program{Span: p.Span}
	for _, f := range p.Defs() {
		defs.Decls = append(defs.Decls, f)
	}
	return gamma.Program(defs)
}

// recorder is who gets the derivation of a program; nil: nobody.
func (t typing) recorder(adopted bool) *derive.Recorder {
	if t.adopted != adopted {
		return nil
	}
	return t.rec
}

// own tells whether a function is not of the library.
func (s *Session) own(f *syntax.Def) bool { return s.linked[f.Name] == nil }

// Globals are the variables that programs may use by the programmer's names for them, in the
// order of their binding. For FUNMEM they are those that were adopted, with the blocks and
// the ints that their types mention.
func (s *Session) Globals(mem bool) []*syntax.Binding {
	gamma := s.fun
	if mem {
		gamma = s.mem
	}
	seen := map[int]*syntax.Binding{}
	var see func(v *syntax.Var)
	see = func(v *syntax.Var) {
		b := gamma.Lookup(v.ID)
		if b == nil || seen[v.ID] != nil {
			return
		}
		seen[v.ID] = b
		if mem {
			for _, x := range syntax.FreeVars(b.Type) {
				see(x)
			}
		}
	}
	for _, e := range s.names.names.All() {
		if v, ok := e.(*syntax.Var); ok {
			see(v)
		}
	}
	list := make([]*syntax.Binding, 0, len(seen))
	for _, b := range seen {
		list = append(list, b)
	}
	slices.SortFunc(list, func(a, b *syntax.Binding) int { return cmp.Compare(a.ID, b.ID) })
	return list
}
