package cli

import (
	"context"
	"errors"
	"slices"

	"funmem/eval/validate"
	"funmem/eval/value"
	"funmem/eval/verdict"
	"funmem/futhark"
	"funmem/futhark/tofunmem"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// subjects pairs the programs, or one def of them, with the given inputs.
func (o *Options) subjects(before, after *validate.Program) ([]*validate.Subject, error) {
	list, err := o.paired(before, after)
	if err != nil {
		return nil, err
	}
	if len(o.inputs) > 0 {
		if err := o.give(list, before, after); err != nil {
			return nil, err
		}
	}
	return list, FixSizes(list, "--sizes", o.Fixed)
}

// give passes the inputs of --in to an entry point of a dump, or to the def of --def. Otherwise the inputs of a program of
// Fun or FUNMEM are its variables from outside: a parameter of the same name is another variable.
func (o *Options) give(list []*validate.Subject, before, after *validate.Program) error {
	values, err := o.inputsOf(before, after)
	if err != nil {
		return err
	}
	if o.Def == "" && o.sides[before].dump == nil && o.sides[after].dump == nil {
		return nil
	}
	for _, s := range list {
		if err := s.Give(values); err != nil {
			return err
		}
	}
	return nil
}

// paired pairs the programs, or one def of them.
func (o *Options) paired(before, after *validate.Program) ([]*validate.Subject, error) {
	name, err := o.alone(before, after)
	if err != nil {
		return nil, err
	}
	if name == "" {
		return validate.Subjects(before, after)
	}
	b, err := session.DefNamed(before.Unit, before.Name, name)
	if err != nil {
		return nil, err
	}
	if after.IMP != nil {
		s, err := validate.PairIMP(before, b, after)
		return []*validate.Subject{s}, err
	}
	a, err := session.DefNamed(after.Unit, after.Name, name)
	if err != nil {
		return nil, err
	}
	s, err := validate.Pair(before, b, after, a)
	var d *diag.Diagnostic
	if errors.As(err, &d) && d.Help == "" {
		d.Helpf("`--def NAME` compares another function alone")
	}
	return []*validate.Subject{s}, err
}

// alone returns the only def to compare, or "". It is the def of --def or of the entry point of --entry; for dumps with
// inputs it is the entry point that `run` runs on them.
func (o *Options) alone(programs ...*validate.Program) (string, error) {
	switch {
	case o.Def != "" && o.Entry != "":
		return "", diag.Usagef("--def %s and --entry %s both name what is compared", o.Def, o.Entry).Helpf("leave one of them out")
	case o.Entry == "" && (o.Def != "" || len(o.inputs) == 0):
		return o.Def, nil
	}
	name := ""
	for _, p := range programs {
		if u := o.sides[p].dump; u != nil {
			e, err := o.EntryOf(u)
			if err != nil {
				return "", err
			}
			name = e.DefName()
		}
	}
	if name == "" && o.Entry != "" {
		return "", diag.Usagef("--entry %s names an entry point of a dump of Futhark's, and neither file is one", o.Entry).Helpf("`--def %s` compares the def alone", o.Entry)
	}
	return name, nil
}

// inputsOf returns the values of --in by name. It returns an error for an input that the entry point, or both programs,
// do not take.
func (o *Options) inputsOf(programs ...*validate.Program) (map[string]value.Shown, error) {
	values, shapes, numbers := map[string]value.Shown{}, map[string][]int{}, map[string]num.Num{}
	for _, in := range o.inputs {
		values[in.Name] = in.Value.Shown()
		if in.Value.A != nil {
			shapes[in.Name] = in.Value.A.Shape
		} else {
			numbers[in.Name] = in.Value.I
		}
	}
	def, err := o.alone(programs...)
	if err != nil {
		return nil, err
	}
	takes := map[string]bool{}
	var entry *tofunmem.Entry
	for _, p := range programs {
		for name := range o.sides[p].mentions {
			takes[name] = true
		}
		u := o.sides[p].dump
		if u == nil {
			continue
		}
		k := slices.IndexFunc(u.Entries, func(e *tofunmem.Entry) bool { return e.DefName() == def })
		if k < 0 {
			continue
		}
		entry = u.Entries[k]
		for _, p := range entry.Params {
			takes[p.Name] = true
			for _, in := range o.inputs {
				if in.Name == p.Name {
					v := session.ForEntry(entry, in.Name, in.Value)
					if err := session.InputFits(p, v); err != nil {
						return nil, err
					}
					values[in.Name] = v.Val
				}
			}
		}
		if err := sameSizes(entry, shapes, numbers); err != nil {
			return nil, err
		}
	}
	for _, in := range o.inputs {
		if !takes[in.Name] && !takes[in.Name+"_mem"] {
			return nil, NotTaken(in.Name, entry, takes)
		}
	}
	return values, nil
}

// NotTaken is the error about an input that neither an entry point nor a program takes.
func NotTaken(name string, entry *tofunmem.Entry, takes map[string]bool) error {
	d := diag.Usagef("no program uses the input `%s`", name)
	if entry != nil {
		d = diag.Usagef("the entry point %s takes no input `%s`", entry, name)
	}
	var names []string
	for other := range takes {
		names = append(names, other)
	}
	if near := diag.Nearest(name, names); near != "" {
		d.Helpf("did you mean `%s`?", near)
	}
	return d
}

// given reads the values of --in, once for all programs.
func (o *Options) given(ctx context.Context, st Streams, paths []string) error {
	s, seen := session.NewSession(o.Settings), map[string]string{}
	s.Noted = noted(st)
	for _, text := range o.Inputs {
		if _, err := s.BindInput(ctx, st.In, text, seen, nil, slices.ContainsFunc(paths, futhark.IsDump)); err != nil {
			return err
		}
	}
	for _, e := range s.Entries {
		o.inputs = append(o.inputs, session.Named{Name: e.Input.Binding.Written(), Value: e.Input.Typed()})
	}
	return nil
}

// side elaborates one of the programs of a validation.
func (o *Options) side(ctx context.Context, st Streams, path string) (*validate.Program, error) {
	if session.IsIMP(path) {
		return nil, diag.Usagef("%s is an IMP program, and BEFORE one of Fun or FUNMEM", path)
	}
	src, err := o.read(ctx, st, path)
	if err != nil {
		return nil, err
	}
	prog, err := o.parsed(ctx, src, path, map[string]bool{})
	if err != nil {
		return nil, err
	}
	if futhark.IsDump(path) {
		return o.dumpSide(ctx, prog, path)
	}
	s := session.NewSession(o.Settings)
	for _, in := range o.inputs {
		s.Bind(in.Name, in.Value.Shown())
	}
	p, err := s.Program(ctx, prog, path)
	if err == nil {
		mentions := map[string]bool{}
		session.Mentioned(mentions, prog, verdict.Poll(ctx))
		o.compares(p, comparison{mentions: mentions})
	}
	return p, err
}

// dumpSide is a dump as one of the two programs. Its inputs are arguments of entry points, with the names and types of
// the source program.
func (o *Options) dumpSide(ctx context.Context, prog *syntax.Program, path string) (*validate.Program, error) {
	u := o.unit
	p, err := session.NewSession(o.Settings).Program(ctx, prog, path)
	if err != nil {
		return nil, err
	}
	o.compares(p, comparison{dump: u})
	p.Compiled, p.InBytes = u.Has, u.InBytes
	p.Params = session.ParamsOf([]*tofunmem.Unit{u})
	return p, nil
}

// comparison is what is known about one of the programs of a validation.
type comparison struct {
	dump     *tofunmem.Unit  // nil for another file
	mentions map[string]bool // the names in a program that is no dump
}

// compares notes what is known about one of the programs.
func (o *Options) compares(p *validate.Program, c comparison) {
	if o.sides == nil {
		o.sides = map[*validate.Program]comparison{}
	}
	o.sides[p] = c
}
