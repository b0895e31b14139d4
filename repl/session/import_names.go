package session

import (
	"maps"
	"path/filepath"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// namedBy are the imports of a text that give their files names, by these.
func namedBy(decls []syntax.Decl) map[string]*syntax.Import {
	named := map[string]*syntax.Import{}
	for _, d := range decls {
		if imp, ok := d.(*syntax.Import); ok && imp.As != "" {
			named[imp.As] = imp
		}
	}
	return named
}

// apartFrom is the error that a text binds a name, anywhere in it, which has that of an import before its
// point: it would be taken for one of that file. Known names may be bound anew.
func apartFrom(named map[string]*syntax.Import, decls []syntax.Decl, known func(name string) bool) error {
	if len(named) == 0 {
		return nil
	}
	var err *diag.Diagnostic
	bound := func(name string, at diag.Span) {
		file, rest, _ := strings.Cut(name, ".")
		if imp := named[file]; imp != nil && rest != "" && err == nil && !known(name) {
			err = ofImport(imp, name, at)
		}
	}
	for _, d := range decls {
		syntax.Walk(d, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Def:
				bound(n.Name, n.NameAt)
			case *syntax.Binding:
				bound(n.Name, n.Span)
			}
			return err == nil
		})
	}
	if err == nil {
		return nil
	}
	return err
}

// ofImport is the error that a name which is bound at a place belongs to an import.
func ofImport(imp *syntax.Import, name string, at diag.Span) *diag.Diagnostic {
	return diag.Errorf(diag.Type, "", at, "`%s` is bound here, and names that begin with `%s.` are those of %s", name, imp.As, filepath.ToSlash(imp.Path)).
		Note(imp.Span, "the import gives them that name").
		Helpf("write `%s`, or another name without a point", strings.ReplaceAll(name, ".", "_"))
}

// none says that no name is known.
func none(string) bool { return false }

// apart is the error of apartFrom for what is added to a session: a line binds a name that belongs to an import of
// an earlier one and is none of that file, or imports a file under the name of what earlier lines have bound.
func (s *Session) apart(p *syntax.Program) error {
	known := func(name string) bool { _, ok := s.Elab.Lookup(name); return ok }
	if err := apartFrom(s.named, p.Decls, known); err != nil {
		return err
	}
	for as, imp := range namedBy(p.Decls) {
		if s.named[as] != nil {
			continue
		}
		for _, n := range s.Names() {
			if !strings.HasPrefix(n.Name, as+".") {
				continue
			}
			err := diag.Errorf(diag.Type, "", imp.Span, "`%s` is the name of an import, and `%s` is there already", as, n.Name)
			return err.Helpf("give the import another name")
		}
	}
	return nil
}

// name keeps the imports of what is added.
func (s *Session) name(named map[string]*syntax.Import) {
	if len(named) == 0 {
		return
	}
	all := maps.Clone(s.named)
	if all == nil {
		all = map[string]*syntax.Import{}
	}
	maps.Copy(all, named)
	s.named = all
}
