package session

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"funmem/eval/verdict"
	"funmem/semantics/diag"
	"funmem/semantics/std"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// importer replaces imports by the declarations of the imported files. A path is relative to the file with the import,
// or to the current folder for a line. A file that is imported several times is included once, and once more for each
// name that an import gives it.
type importer struct {
	ctx   context.Context
	open  func(path string) (*diag.Source, error)
	stack []string // the files that are being read
	read  *int     // how many have been read
	done  map[string]bool
	named map[string]*syntax.Import // the imports that give their files names, by these
}

// MaxImports is how many files one program may read. Two imports of one file under two names read that file twice, and
// if it does the same, they read the files that it imports four times.
const MaxImports = 1000

// Expanded returns a program with the declarations of the files that it imports. Each file may have memory bytes (0: no
// limit). more holds the names that later text mentions; it is nil if that text is not known yet, so that it may use
// any constant.
func Expanded(ctx context.Context, p *syntax.Program, memory int64, more map[string]bool) (*syntax.Program, error) {
	return ExpandedFrom(ctx, p, func(path string) (*diag.Source, error) { return ReadSource(ctx, path, memory) }, more)
}

// ExpandedFrom is Expanded for files that open gives. It reads no others.
func ExpandedFrom(ctx context.Context, p *syntax.Program, open func(path string) (*diag.Source, error), more map[string]bool) (*syntax.Program, error) {
	if !slices.ContainsFunc(p.Decls, isImport) {
		return p, nil
	}
	in := &importer{ctx: ctx, open: open, read: new(int), done: map[string]bool{}, named: map[string]*syntax.Import{}}
	if p.Src != nil {
		in.stack = []string{filepath.Clean(p.Src.Name)}
	}
	decls, err := in.decls(p)
	if err == nil {
		err = displaced(decls)
	}
	if err != nil {
		return nil, err
	}
	decls = definitions(decls, p.Src, more, verdict.Poll(in.ctx))
	return &syntax.Program{Span: p.Span, Decls: decls, Comments: p.Comments}, rebound(decls)
}

// definitions leaves out declarations that imported files only run. src is the text itself. Of the lets outside it,
// those stay that a function, the text, or another kept let needs. Constants stay as well, unless more names everything
// else that may need one.
func definitions(decls []syntax.Decl, src *diag.Source, more map[string]bool, until stop.Poll) []syntax.Decl {
	own := func(d syntax.Decl) bool { return d.GetSpan().Src == src }
	text, needed := &syntax.Program{}, map[string]bool{}
	need := func(n syntax.Node) {
		for _, x := range syntax.FreeVars(n, until) {
			needed[x.Name] = true
		}
	}
	binds := map[string]bool{}
	for _, d := range decls {
		if _, isDef := d.(*syntax.Def); own(d) {
			text.Decls = append(text.Decls, d)
			bound(binds, d)
		} else if isDef {
			need(d)
		}
	}
	need(text)
	for name := range more {
		needed[name] = needed[name] || !binds[name]
	}
	keep := make([]bool, len(decls))
	for again := true; again; {
		again = false
		for k, d := range slices.Backward(decls) {
			let, isLet := d.(*syntax.Let)
			_, isDef := d.(*syntax.Def)
			is := own(d) || isDef || isLet && (more == nil && isConstant(let.Exp) || slices.ContainsFunc(let.Pat, func(b *syntax.Binding) bool { return needed[b.Name] }))
			if is && !keep[k] {
				keep[k], again = true, true
				if isLet && !own(d) {
					need(d)
				}
			}
		}
	}
	var out []syntax.Decl
	for k, d := range decls {
		if keep[k] {
			out = append(out, d)
		}
	}
	return out
}

// displaced is the error of the function displaced when a part of the program is already in the session.
func (s *Session) displaced(p *syntax.Program) error {
	if !slices.ContainsFunc(p.Decls, func(d syntax.Decl) bool {
		switch d := d.(type) {
		case *syntax.Def:
			return strings.Contains(d.Name, ".") || std.Def(d.Name) != nil
		case *syntax.Let:
			return strings.Contains(d.Pat[0].Name, ".")
		}
		return false
	}) {
		return nil
	}
	var decls []syntax.Decl
	for _, name := range s.FunctionNames() {
		if f := s.Defs.Get(name); f.Surface != nil {
			decls = append(decls, f.Surface)
		}
	}
	return displaced(append(decls, p.Decls...))
}

// rebound is the error that two files bind one name at the top level. Text after the second let would mean that
// binding, even where it means the first.
func rebound(decls []syntax.Decl) error {
	first, defs := map[string]*syntax.Binding{}, map[string]bool{}
	var err *diag.Diagnostic
	for _, d := range decls {
		switch d := d.(type) {
		case *syntax.Def:
			if defs[d.Name] {
				return nil // elaboration reports that
			}
			defs[d.Name] = true
		case *syntax.Let:
			for _, b := range d.Pat {
				was := first[b.Name]
				if b.Name == "_" {
					continue
				}
				if was != nil && was.Span.Src != b.Span.Src && err == nil {
					err = diag.Errorf(diag.Type, "", b.Span, "`%s` is bound here and in another file", b.Name).
						Note(was.Span, "it is bound here first").
						Helpf("give it another name, or import the file under one, as in `import \"FILE\" as f`: its `%s` is `f.%s` then", b.Name, b.Name)
				}
				first[b.Name] = b
			}
		}
	}
	if err == nil {
		return nil
	}
	return err
}

// bound collects the names that a declaration binds, wherever in it.
func bound(names map[string]bool, d syntax.Decl) {
	syntax.Walk(d, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Binding); ok {
			names[b.Name] = true
		}
		return true
	})
}

// isConstant tells whether an expression is made of numbers and names alone.
func isConstant(e syntax.Expr) bool {
	constant := true
	syntax.Walk(e, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.IntLit, *syntax.RealLit, *syntax.Var, *syntax.Unary, *syntax.Binary, *syntax.Tuple, *syntax.Literal:
		default:
			constant = false
		}
		return constant
	})
	return constant
}

func isImport(d syntax.Decl) bool { _, ok := d.(*syntax.Import); return ok }

func (in *importer) decls(p *syntax.Program) ([]syntax.Decl, error) {
	if err := apartFrom(namedBy(p.Decls), p.Decls, none); err != nil {
		return nil, err
	}
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
	path := ImportPath(imp)
	if k := slices.Index(in.stack, path); k >= 0 {
		if k == len(in.stack)-1 {
			return nil, diag.Errorf(diag.Usage, "", imp.Span, "the file imports itself")
		}
		return nil, diag.Errorf(diag.Usage, "", imp.Span, "the files import each other: %s", strings.Join(append(in.stack[k:], path), " -> "))
	}
	if imp.As != "" {
		return in.apart(imp, path)
	}
	if in.done[path] {
		return nil, nil
	}
	in.done[path] = true
	if *in.read++; *in.read > MaxImports {
		return nil, diag.Errorf(diag.Usage, "", imp.Span, "the program reads more than %d files", MaxImports).
			Helpf("an import under a name reads the file, and those that it imports, once more")
	}
	src, err := in.open(path)
	if err != nil {
		for _, d := range diag.Of(err) {
			d.Span = imp.Span
		}
		return nil, err
	}
	p, err := syntax.Parse(src, verdict.Poll(in.ctx))
	if err != nil {
		return nil, err
	}
	in.stack = append(in.stack, path)
	defer func() { in.stack = in.stack[:len(in.stack)-1] }()
	return in.decls(Declarations(p))
}

// ImportPath is the path of the file that an import names.
func ImportPath(imp *syntax.Import) string {
	path := filepath.FromSlash(imp.Path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(imp.Span.Src.Name), path)
	}
	return path
}

// apart returns the declarations of a file, and of the files that it imports, all under the name that the import gives.
func (in *importer) apart(imp *syntax.Import, path string) ([]syntax.Decl, error) {
	if first := in.named[imp.As]; first != nil {
		if ImportPath(first) == path {
			return nil, nil
		}
		return nil, diag.Errorf(diag.Usage, "", imp.Span, "`%s` is the name of two files", imp.As).
			Note(first.Span, "it is that of %s here", ImportPath(first)).Helpf("give one of the two another name")
	}
	in.named[imp.As] = imp
	own := *in
	own.done, own.named = map[string]bool{}, map[string]*syntax.Import{}
	plain := *imp
	plain.As = ""
	decls, err := own.file(&plain)
	if err == nil {
		err = displaced(decls)
	}
	return syntax.Qualify(decls, imp.As), err
}

// displaced is the error that a function has the name of a library function, and a file imported under a name calls the
// library function. That file would then call the other one.
func displaced(decls []syntax.Decl) error {
	own := map[string]*syntax.Def{}
	for _, d := range decls {
		if f, ok := d.(*syntax.Def); ok && !strings.Contains(f.Name, ".") {
			own[f.Name] = f
		}
	}
	for _, d := range decls {
		caller := ""
		switch d := d.(type) {
		case *syntax.Def:
			caller = d.Name
		case *syntax.Let:
			caller = d.Pat[0].Name
		}
		if !strings.Contains(caller, ".") {
			continue
		}
		for _, name := range syntax.Calls(d) {
			if f := own[name]; f != nil && std.Def(name) != nil && f.Span.Src != d.GetSpan().Src {
				return diag.Errorf(diag.Type, "T-DEF", f.NameAt, "`%s` is defined here, and `%s` means the function `%s` of the library", name, caller, name).
					Note(d.GetSpan(), "`%s` calls it", caller).Helpf("give the function another name")
			}
		}
	}
	return nil
}

// Declarations is a program without the expressions that it prints.
func Declarations(prog *syntax.Program) *syntax.Program {
	return &syntax.Program{Span: prog.Span, Decls: slices.DeleteFunc(slices.Clone(prog.Decls), verdict.IsShown)}
}
