package verdict

import (
	"cmp"
	"context"
	"slices"

	"funmem/eval/validate"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// DefTests is how many inputs a def runs on if it is checked by itself.
const DefTests = 50

// Try adds the result of a def on inputs.
func (f *Program) Try(ctx context.Context, d *syntax.Def, sub *validate.Subject, o *validate.Options) error {
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

// DefsOf returns the functions in the text of a program, as they are elaborated, and those in imported files.
func DefsOf(prog *syntax.Program, core *syntax.Program) (own, imported []*syntax.Def) {
	in := map[string]*diag.Source{}
	for _, d := range prog.Defs() {
		in[d.Name] = d.Span.Src
	}
	for _, d := range core.Defs() {
		switch src, ok := in[cmp.Or(d.InstanceOf, d.Name)]; {
		case ok && src == prog.Span.Src:
			own = append(own, d)
		case ok:
			imported = append(imported, d)
		}
	}
	return own, imported
}

// RunsSome tells whether some declarations run that are in the text src, or are asked for in addition. The lets of
// imported files do not count.
func RunsSome(decls []syntax.Decl, src *diag.Source) bool {
	return slices.ContainsFunc(decls, func(d syntax.Decl) bool {
		return IsStatement(d) && (d.GetSpan().Src == src || IsShown(d))
	})
}

// WithMemory returns a program in FUNMEM.
func WithMemory(p *validate.Program, mem *syntax.Program) *validate.Program {
	if p.Mem {
		return p
	}
	form := *p
	form.Unit = &elab.Unit{Core: mem, Mem: true}
	return &form
}

// IdleIn returns the functions of a program that no call reached, and why. These include functions of imported files,
// which do not run on inputs. ran is what else ran.
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
			list = append(list, Idle{Def: d, Name: d.Name, file: file, Why: uncalled + forSome(d, called, tested)})
		}
	}
	return list
}

// forSome says which instance of a def over num no call reached, if one reached the other.
func forSome(d *syntax.Def, reached ...map[string]bool) string {
	other, of := d.InstanceOf+syntax.RealSuffix, " for ints"
	if d.Num == syntax.F64 {
		other, of = d.InstanceOf, " for f64s"
	}
	if d.InstanceOf != "" && slices.ContainsFunc(reached, func(names map[string]bool) bool { return names[other] }) {
		return of
	}
	return ""
}

// CallsFrom returns the functions that some declarations of a program call, directly or through other functions.
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

// IsStatement tells whether a declaration runs in its place.
func IsStatement(d syntax.Decl) bool {
	_, isDef := d.(*syntax.Def)
	return !isDef
}

// PrintsNothing tells whether a program has no expression: it only defines names.
func PrintsNothing(p *syntax.Program) bool {
	return !slices.ContainsFunc(p.Decls, IsShown)
}

// IsShown tells whether a declaration is a result. Imported files have none.
func IsShown(d syntax.Decl) bool {
	switch d.(type) {
	case *syntax.Show, *syntax.In:
		return true
	}
	return false
}
