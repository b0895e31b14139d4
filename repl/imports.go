package repl

import (
	"path/filepath"
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// importer puts the declarations of imported files in the places of the imports.
// A path is relative to the file that the import stands in, or to the current
// folder for a line. A file that is imported several times is there once.
type importer struct {
	stack []string // the files that are being read
	done  map[string]bool
}

// expanded is a program with the declarations of the files that it imports.
func expanded(p *syntax.Program) (*syntax.Program, error) {
	if !slices.ContainsFunc(p.Decls, isImport) {
		return p, nil
	}
	in := &importer{done: map[string]bool{}}
	if p.Src != nil {
		in.stack = []string{filepath.Clean(p.Src.Name)}
	}
	decls, err := in.decls(p)
	if err != nil {
		return nil, err
	}
	return &syntax.Program{Span: p.Span, Decls: decls, Comments: p.Comments}, nil
}

func isImport(d syntax.Decl) bool { _, ok := d.(*syntax.Import); return ok }

func (in *importer) decls(p *syntax.Program) ([]syntax.Decl, error) {
	var out []syntax.Decl
	for _, d := range p.Decls {
		imp, ok := d.(*syntax.Import)
		if !ok {
			out = append(out, d)
			continue
		}
		more, err := in.file(imp)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

// file is the declarations of an imported file, without what it prints.
func (in *importer) file(imp *syntax.Import) ([]syntax.Decl, error) {
	path := filepath.FromSlash(imp.Path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(imp.Span.Src.Name), path)
	}
	if k := slices.Index(in.stack, path); k >= 0 {
		return nil, diag.Errorf(diag.Usage, "", imp.Span, "the files import each other: %s", strings.Join(append(in.stack[k:], path), " -> "))
	}
	if in.done[path] {
		return nil, nil
	}
	in.done[path] = true
	src, err := ReadSource(path)
	if err != nil {
		for _, d := range diag.Of(err) {
			d.Span = imp.Span
		}
		return nil, err
	}
	p, err := syntax.Parse(src)
	if err != nil {
		return nil, err
	}
	in.stack = append(in.stack, path)
	defer func() { in.stack = in.stack[:len(in.stack)-1] }()
	return in.decls(declarations(p))
}
