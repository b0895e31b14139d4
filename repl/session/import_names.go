package session

import (
	"maps"
	"path/filepath"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// namedBy returns the imports of a text that give their files names, by these names.
func namedBy(decls []syntax.Decl) map[string]*syntax.Import {
	named := map[string]*syntax.Import{}
	for _, d := range decls {
		if imp, ok := d.(*syntax.Import); ok && imp.As != "" {
			named[imp.As] = imp
		}
	}
	return named
}

// apartFrom returns an error if a text binds, anywhere in it, a name that begins with the name of an import and a
// point. That name would be taken for one of the imported file. Known names may be bound again.
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

// ofImport is the error that a name bound at a place belongs to an import.
func ofImport(imp *syntax.Import, name string, at diag.Span) *diag.Diagnostic {
	return diag.Errorf(diag.Type, "", at, "`%s` is bound here, and names that begin with `%s.` are those of %s", name, imp.As, filepath.ToSlash(imp.Path)).
		Note(imp.Span, "the import gives them that name").
		Helpf("write `%s`, or another name without a point", strings.ReplaceAll(name, ".", "_"))
}

// none says that no name is known.
func none(string) bool { return false }

// apart is the error of apartFrom for an addition to a session. A line must not bind a name that belongs to an earlier
// import unless that file has the name. It must not import a file under the name of something that earlier lines bound.
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
