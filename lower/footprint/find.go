package footprint

import (
	"context"
	"slices"

	"funmem/lower/pass"
	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Passes lead from a program of a form to the one that its footprint is about, if nobody says otherwise.
func Passes(form pass.Form) string {
	if form == pass.FunMem {
		return "simplify,dps"
	}
	return "introduce,simplify,dps"
}

// Find runs passes over a program, and finds what its defs need afterwards, and its statements: the last of the list. dps has to be
// the last of the passes.
func Find(ctx context.Context, m *pass.Manager, p *syntax.Program, form pass.Form, passes string, until stop.Poll) ([]*Footprint, error) {
	if passes == "" {
		passes = Passes(form)
	}
	steps, err := pass.Steps(passes, form)
	if err != nil {
		return nil, err
	}
	if len(steps) == 0 || steps[len(steps)-1].Pass.Name != "dps" {
		return nil, diag.Usagef("a footprint is that of a program in destination-passing style, and the last pass is another one").Helpf("write `dps` at the end of the passes")
	}
	stages, err := m.Run(ctx, ordered(p), form, steps)
	if err != nil {
		return nil, err
	}
	return Of(&rewrite.Job{Supply: m.Supply, Def: m.Def, Type: m.Type, Until: until}, stages[len(stages)-1].Program), nil
}

// ordered is a program with its functions in an order in which each comes after those that it calls.
func ordered(p *syntax.Program) *syntax.Program {
	by := map[string]*syntax.Def{}
	for _, d := range p.Defs() {
		by[d.Name] = d
	}
	out := &syntax.Program{Span: p.Span, Comments: p.Comments}
	var add func(d *syntax.Def)
	add = func(d *syntax.Def) {
		if by[d.Name] == nil {
			return
		}
		delete(by, d.Name)
		for _, name := range syntax.Calls(d) {
			if f := by[name]; f != nil {
				add(f)
			}
		}
		out.Decls = append(out.Decls, d)
	}
	for _, d := range p.Decls {
		if d, ok := d.(*syntax.Def); ok {
			add(d)
			continue
		}
		out.Decls = append(out.Decls, d)
	}
	out.Decls = slices.Clip(out.Decls)
	return out
}
