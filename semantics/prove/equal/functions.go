package equal

import (
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/prove"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Functions tells what is not shown of this: each function of a program has the same values as the one of its name in another program. A function that
// others call may be missing there, since they are looked at with their calls. inBytes is Side.InBytes of the other program. The proofs share the steps.
func Functions(steps *prove.Budget, before, after *syntax.Program, inBytes func(at diag.Span) bool, until ...stop.Poll) (open []string) {
	called := map[*syntax.Def]bool{}
	named := func(p *syntax.Program) func(name string) *syntax.Def {
		return func(name string) *syntax.Def {
			if k := slices.IndexFunc(p.Defs(), func(d *syntax.Def) bool { return d.Name == name }); k >= 0 {
				return p.Defs()[k]
			}
			return nil
		}
	}
	for _, d := range before.Defs() {
		for _, f := range syntax.Reached(d.Body, named(before), until...) {
			called[f] = true
		}
	}
	looked := false
	for _, d := range before.Defs() {
		f := named(after)(d.Name)
		if f == nil {
			if !called[d] {
				open = append(open, d.Name+": AFTER has no function of that name")
			}
			continue
		}
		looked = true
		what, done := Programs(steps, Side{Program: before, Def: d}, Side{Program: after, Def: f, InBytes: inBytes}, until...)
		if !done {
			open = append(open, d.Name+": the proof takes too many steps")
		}
		for _, o := range what {
			open = append(open, d.Name+": "+o.Text())
		}
	}
	if !looked {
		open = append(open, "no function is in both programs")
	}
	return open
}
