package judge

import (
	"context"
	"slices"

	"funmem/eval/validate"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// DefTests is how many inputs a def runs on that is checked by itself.
const DefTests = 50

// Try adds what becomes of a def on inputs.
func (f *Findings) Try(ctx context.Context, d *syntax.Def, sub *validate.Subject, o *validate.Options) error {
	r, err := validate.Validate(ctx, sub, o)
	if err != nil {
		return err
	}
	t := trial{def: d, Result: r}
	if r.Failure != nil {
		Refute(ctx)
		t.irrelevant = r.Irrelevant(ctx, o)
	}
	f.add(t)
	return nil
}

// DefsOf are the functions that stand in the text of a program, as they are elaborated, and those in files that it imports.
func DefsOf(prog *syntax.Program, core *syntax.Program) (own, imported []*syntax.Def) {
	in := map[string]*diag.Source{}
	for _, d := range prog.Defs() {
		in[d.Name] = d.Span.Src
	}
	for _, d := range core.Defs() {
		switch src, ok := in[d.Name]; {
		case ok && src == prog.Span.Src:
			own = append(own, d)
		case ok:
			imported = append(imported, d)
		}
	}
	return own, imported
}

// RunsSome tells whether declarations are run that stand in the text src, or are asked for beside it: the lets of files that it
// imports say nothing of what they define.
func RunsSome(decls []syntax.Decl, src *diag.Source) bool {
	return slices.ContainsFunc(decls, func(d syntax.Decl) bool {
		return IsStatement(d) && (d.GetSpan().Src == src || IsShown(d))
	})
}

// WithMemory is a program in FUNMEM.
func WithMemory(p *validate.Program, mem *syntax.Program) *validate.Program {
	if p.Mem {
		return p
	}
	form := *p
	form.Unit = &elab.Unit{Core: mem, Mem: true}
	return &form
}

// IdleIn are functions of a program that no call reached, and why: among them those of files that it imports, which do
// not run on inputs. Ran says what else ran.
func IdleIn(ctx context.Context, defs, imported []*syntax.Def, core *syntax.Program, called map[string]bool, ran ...*syntax.Def) (list []Idle) {
	calls := CallsFrom(ctx, core, IsStatement)
	tested := CallsFrom(ctx, core, func(d syntax.Decl) bool {
		f, ok := d.(*syntax.Def)
		return ok && slices.Contains(ran, f)
	})
	for k, d := range slices.Concat(defs, imported) {
		file := ""
		if k >= len(defs) {
			file = d.Span.Src.Name
		}
		switch {
		case called[d.Name] || tested[d.Name]:
		case calls[d.Name]:
			list = append(list, Idle{Def: d, Name: d.Name, file: file, Why: unreached})
		default:
			list = append(list, Idle{Def: d, Name: d.Name, file: file, Why: uncalled})
		}
	}
	return list
}

// CallsFrom are the functions that some declarations of a program call, and those that these call.
func CallsFrom(ctx context.Context, core *syntax.Program, some func(syntax.Decl) bool) map[string]bool {
	defs, calls := map[string]*syntax.Def{}, map[string]bool{}
	for _, d := range core.Defs() {
		defs[d.Name] = d
	}
	var from func(n syntax.Node)
	from = func(n syntax.Node) {
		syntax.WalkUntil(Poll(ctx), n, func(n syntax.Node) bool {
			if call, ok := n.(*syntax.Call); ok && !calls[call.Fn] {
				calls[call.Fn] = true
				if d := defs[call.Fn]; d != nil {
					from(d)
				}
			}
			return true
		})
	}
	for _, d := range core.Decls {
		if some(d) {
			from(d)
		}
	}
	return calls
}

// IsStatement tells whether a declaration is run where it stands.
func IsStatement(d syntax.Decl) bool {
	_, isDef := d.(*syntax.Def)
	return !isDef
}

// PrintsNothing tells whether a program has no expression: it only defines names.
func PrintsNothing(p *syntax.Program) bool {
	return !slices.ContainsFunc(p.Decls, IsShown)
}

// IsShown tells whether a declaration is a result, which no file has that is imported.
func IsShown(d syntax.Decl) bool {
	switch d.(type) {
	case *syntax.Show, *syntax.In:
		return true
	}
	return false
}
