package repl

import (
	"context"
	"slices"

	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/futhark/tofunmem"
	"funmem/semantics/syntax"
)

// defTests is how many inputs a def runs on that is checked by itself.
const defTests = 50

// onInputs runs defs on inputs, each by itself, and adds what became of them. They stand in p, and in mem with their memory.
func (s *Session) onInputs(ctx context.Context, f *findings, p, mem *validate.Program, defs []*syntax.Def, o *validate.Options) error {
	defer s.progress.begin()()
	o.Options, o.Tests, o.Seed, o.Progress = s.Settings.options(), defTests, 1, s.progress.inputs
	if len(s.dumps) > 0 {
		p.Params, o.Gives = paramsOf(s.dumps), givesWritten(s.dumps)
	}
	for _, d := range defs {
		sub, err := validate.Alone(p, d, mem)
		if err != nil {
			f.idle = append(f.idle, idle{def: d, name: d.Name, why: diag.Of(err)[0].Msg, tried: true})
			continue
		}
		f.subjects = append(f.subjects, sub)
		r, err := validate.Validate(ctx, sub, o)
		if err != nil {
			return err
		}
		t := trial{def: d, Result: r}
		if r.Failure != nil {
			refute(ctx)
			t.irrelevant = r.Irrelevant(ctx, o)
		}
		f.add(t)
	}
	return nil
}

// defsOf are the functions that stand in the text of a program, as they are elaborated, and those in files that it imports.
func defsOf(prog *syntax.Program, core *syntax.Program) (own, imported []*syntax.Def) {
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

// runsSome tells whether declarations are run that stand in the text src, or are asked for beside it: the lets of files that it
// imports say nothing of what they define.
func runsSome(decls []syntax.Decl, src *diag.Source) bool {
	return slices.ContainsFunc(decls, func(d syntax.Decl) bool {
		return isStatement(d) && (d.GetSpan().Src == src || isShown(d))
	})
}

// entryDefs are those functions that --entry names, or that are entry points of a dump; of another program all.
func (o *Options) entryDefs(defs []*syntax.Def) []*syntax.Def {
	if o.unit == nil {
		return defs
	}
	return slices.DeleteFunc(defs, func(d *syntax.Def) bool {
		return !slices.ContainsFunc(o.unit.Entries, func(e *tofunmem.Entry) bool {
			return e.DefName() == d.Name && (o.Entry == "" || o.Entry == e.Name)
		})
	})
}

// withMemory is a program in FUNMEM.
func withMemory(p *validate.Program, mem *syntax.Program) *validate.Program {
	if p.Mem {
		return p
	}
	form := *p
	form.Unit = &elab.Unit{Core: mem, Mem: true}
	return &form
}

// idleIn are functions of a program that no call reached, and why: among them those of files that it imports, which do
// not run on inputs. Ran says what else ran.
func idleIn(ctx context.Context, defs, imported []*syntax.Def, core *syntax.Program, called map[string]bool, ran ...*syntax.Def) (list []idle) {
	calls := callsFrom(ctx, core, isStatement)
	tested := callsFrom(ctx, core, func(d syntax.Decl) bool {
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
			list = append(list, idle{def: d, name: d.Name, file: file, why: unreached})
		default:
			list = append(list, idle{def: d, name: d.Name, file: file, why: uncalled})
		}
	}
	return list
}

// callsFrom are the functions that some declarations of a program call, and those that these call.
func callsFrom(ctx context.Context, core *syntax.Program, some func(syntax.Decl) bool) map[string]bool {
	defs, calls := map[string]*syntax.Def{}, map[string]bool{}
	for _, d := range core.Defs() {
		defs[d.Name] = d
	}
	var from func(n syntax.Node)
	from = func(n syntax.Node) {
		syntax.WalkUntil(poll(ctx), n, func(n syntax.Node) bool {
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

// isStatement tells whether a declaration is run where it stands.
func isStatement(d syntax.Decl) bool {
	_, isDef := d.(*syntax.Def)
	return !isDef
}

// printsNothing tells whether a program has no expression: it only defines names.
func printsNothing(p *syntax.Program) bool {
	return !slices.ContainsFunc(p.Decls, isShown)
}

// isShown tells whether a declaration is a result, which no file has that is imported.
func isShown(d syntax.Decl) bool {
	switch d.(type) {
	case *syntax.Show, *syntax.In:
		return true
	}
	return false
}

// givesWritten is the first element of the results of an entry point of dumps that nothing wrote.
func givesWritten(dumps []*tofunmem.Unit) func(*validate.Subject, []value.Val) *validity.Unwritten {
	return func(sub *validate.Subject, results []value.Val) *validity.Unwritten {
		return unwritten(entryOf(dumps, sub.Name), arraysOf(results))
	}
}

// programOf is a unit as a program that takes the inputs of the session.
func (s *Session) programOf(unit *elab.Unit, name string) *validate.Program {
	p := &validate.Program{Unit: unit, Name: name, Supply: s.elab.Supply(), Compiled: s.compiled}
	var inputs []*input
	for _, e := range s.entries {
		if e.input != nil {
			inputs = append(inputs, e.input)
		}
	}
	if len(inputs) > 0 {
		p.Inputs = func(v *validity.Session) {
			for _, in := range inputs {
				in.bind(v)
			}
		}
	}
	for _, in := range inputs {
		if in.value.A == nil {
			p.Outside = append(p.Outside, in.binding)
		} else {
			p.Outside = append(p.Outside, in.block, in.array())
		}
	}
	return p
}
