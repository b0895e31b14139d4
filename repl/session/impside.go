package session

import (
	"context"
	"maps"
	"slices"
	"strings"

	"funmem/eval/imp"
	"funmem/eval/value"
	"funmem/eval/verdict"
	"funmem/lower/toimp"
	"funmem/lower/watch"
	"funmem/semantics/derive"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	ast "funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// besideOnHeap is the FUNMEM form of a unit, which is not kept.
func (s *Session) besideOnHeap(ctx context.Context, u *elab.Unit, in *elab.Session) (*syntax.Program, error) {
	beside := &Session{state: state{Elab: in.Clone()}, Whole: s.Whole, Heap: &heapSide{intro: s.Heap.intro.Clone(), names: s.Heap.names.Clone()}}
	return beside.Lower(ctx, u)
}

// ToIMP translates a program, or one def of it, after the programs of the session. The heap has
// seen these. If arrays is set, the inputs of the session become inputs of the program; otherwise
// the blocks do.
func (s *Session) ToIMP(ctx context.Context, mem *syntax.Program, def *syntax.Def, arrays bool) (*ast.Program, []*syntax.Var, error) {
	o := toimp.Options{Def: def, Type: s.Elab.MemType, Defs: maps.Collect(s.Heap.Check.Heap.Defs.All()), Poll: verdict.Poll(ctx)}
	for _, in := range s.inputs() {
		if arrays {
			b := *in.Binding
			b.Type = s.Elab.MemType(b.ID)
			o.Inputs = append(o.Inputs, &b)
		}
	}
	return toimp.Program(mem, o)
}

// onIMP evaluates a unit as IMP, on a copy of the blocks that the session has. The
// values are those of the results.
func (s *Session) onIMP(ctx context.Context, u *elab.Unit) ([]value.Val, diag.List, error) {
	if why := s.Heap.Missing(u.Core); why != nil {
		return nil, nil, why
	}
	mem, err := s.besideOnHeap(ctx, u, s.Elab)
	if err != nil {
		return nil, nil, err
	}
	run, err := s.ReadyIMP(ctx, mem)
	if err != nil {
		return nil, nil, err
	}
	out, err := run()
	if err != nil {
		return nil, out.Warnings, err
	}
	return withBlocks(u.Results, out.Results), out.Warnings, nil
}

// ReadyIMP translates a FUNMEM program, to be run on a copy of the blocks of the session.
func (s *Session) ReadyIMP(ctx context.Context, mem *syntax.Program) (run func() (*imp.Outcome, error), err error) {
	p, inputs, err := s.withInputs(ctx, mem)
	if err != nil {
		return nil, err
	}
	return func() (*imp.Outcome, error) { return imp.Run(ctx, p, inputs, s.Settings.Options()) }, nil
}

// DeriveIMP runs a FUNMEM program as IMP, on a copy of the blocks of the session. rec gets the
// derivation.
func (s *Session) DeriveIMP(ctx context.Context, mem *syntax.Program, rec *derive.Recorder) error {
	p, inputs, err := s.withInputs(ctx, mem)
	if err == nil {
		_, err = imp.Follow(ctx, p, inputs, s.Settings.Options(), nil, &imp.Watch{Derive: rec})
	}
	return err
}

// withInputs translates a FUNMEM program to IMP. The inputs are what it uses of the session.
func (s *Session) withInputs(ctx context.Context, mem *syntax.Program) (*ast.Program, map[string]imp.Input, error) {
	p, given, err := s.ToIMP(ctx, mem, nil, false)
	if err != nil {
		return nil, nil, err
	}
	inputs := map[string]imp.Input{}
	for k, x := range given {
		v := s.Heap.Check.Heap.Env.Of(x.ID)
		inputs[p.Inputs[k].Name] = imp.Input{Value: value.Number(v.I), Block: v.B}
	}
	return p, inputs, nil
}

// withBlocks returns the values of results, including blocks: IMP gives no value for these, and
// they show as 0.
func withBlocks(results []elab.Result, vals []value.Val) []value.Val {
	out := make([]value.Val, len(results))
	for k, r := range results {
		if !IsBlock(r) {
			out[k], vals = vals[0], vals[1:]
		}
	}
	return out
}

// underIMP gives an entry that was just evaluated the values that it has as IMP. err is the error
// of the value semantics. If the program is stuck as IMP too, that is the error. Otherwise a file
// goes on with its values. A line does not, because its names would have no values.
func (s *Session) underIMP(ctx context.Context, added *Added, err error) error {
	if l := diag.Of(err); err != nil && (len(l) == 0 || l[0].Kind != diag.Stuck) {
		return err
	}
	values, warnings, impErr := s.onIMP(ctx, added.Unit)
	switch {
	case impErr != nil:
		return impErr
	case err != nil && !s.Whole:
		return err
	}
	added.Values, added.Heap = values, warnings
	return nil
}

// DefOf is the def of a program with that name, or nil.
func DefOf(p *syntax.Program, name string) *syntax.Def {
	for _, d := range p.Defs() {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// IsIMP tells whether a file is an IMP program.
func IsIMP(path string) bool { return strings.HasSuffix(path, ".imp") }

// NotIMP refuses a file of IMP where one of Fun is wanted.
func NotIMP(path string) error {
	if !IsIMP(path) {
		return nil
	}
	return diag.Usagef("%s is an IMP program", path).Helpf("`funmem run` runs it, and `funmem check` looks at its kernels")
}

// RunIMP runs a program of IMP, from a file of that name, with the inputs that it declares. If the run is stuck there is an outcome as well.
func (s *Session) RunIMP(ctx context.Context, p *ast.Program, path string) (*imp.Outcome, error) {
	inputs := map[string]imp.Input{}
	takes := func(name string) bool {
		return slices.ContainsFunc(p.Inputs, func(x *syntax.Binding) bool { return x.Name == name })
	}
	for _, e := range s.Entries {
		if e.Input == nil {
			continue
		}
		if name := e.Input.Binding.Written(); e.Input.Typed().Rows != nil && takes(name) {
			return nil, diag.Usagef("the rows of the input `%s` differ in size, and %s takes an array with rows of one size", name, path)
		}
		for _, in := range e.Input.InCore() {
			if name := in.Binding.Written(); takes(name) {
				inputs[name] = imp.Input{Value: in.Value}
			}
		}
	}
	return imp.Run(ctx, p, inputs, s.Settings.Options())
}

// Watched runs a FUNMEM program on the simulated device of CUDA, on a copy of the blocks of the session, and tells what its
// kernels do.
func (s *Session) Watched(ctx context.Context, mem *syntax.Program) (*watch.Seen, error) {
	p, given, err := s.ToIMP(ctx, mem, nil, false)
	if err != nil {
		return nil, err
	}
	inputs := make([]value.Val, len(given))
	for k, x := range given {
		v := s.Heap.Check.Heap.Env.Of(x.ID)
		if inputs[k] = value.Number(v.I); v.B != nil {
			inputs[k] = watch.Block(v.B)
		}
	}
	return watch.Run(ctx, p, inputs, s.Settings.Options(), verdict.Poll(ctx))
}
