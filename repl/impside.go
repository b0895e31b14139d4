package repl

import (
	"context"
	"maps"
	"strings"

	"funmem/eval/imp"
	"funmem/eval/validate"
	"funmem/eval/value"
	"funmem/lower/toimp"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	ast "funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// besideOnHeap is the FUNMEM form of a unit, which is not kept.
func (s *Session) besideOnHeap(ctx context.Context, u *elab.Unit, in *elab.Session) (*syntax.Program, error) {
	beside := &Session{state: state{elab: in.Clone()}, whole: s.whole, heap: &heapSide{intro: s.heap.intro.Clone()}}
	return beside.lower(ctx, u)
}

// toIMP translates a program, or one def of it, after those of the session, which the
// heap has seen. With arrays the inputs of the session become inputs of the program,
// else the blocks are.
func (s *Session) toIMP(ctx context.Context, mem *syntax.Program, def *syntax.Def, arrays bool) (*ast.Program, []*syntax.Var, error) {
	o := toimp.Options{Def: def, Type: s.elab.MemType, Defs: maps.Collect(s.heap.check.Heap.Defs.All()), Poll: poll(ctx)}
	for _, e := range s.entries {
		if arrays && e.input != nil {
			b := *e.input.binding
			b.Type = s.elab.MemType(b.ID)
			o.Inputs = append(o.Inputs, &b)
		}
	}
	return toimp.Program(mem, o)
}

// onIMP evaluates a unit as IMP, on a copy of the blocks that the session has. The
// values are those of the results.
func (s *Session) onIMP(ctx context.Context, u *elab.Unit) ([]value.Val, diag.List, error) {
	if why := s.heap.missing(u.Core); why != nil {
		return nil, nil, why
	}
	mem, err := s.besideOnHeap(ctx, u, s.elab)
	if err != nil {
		return nil, nil, err
	}
	run, err := s.readyIMP(ctx, mem)
	if err != nil {
		return nil, nil, err
	}
	out, err := run()
	if err != nil {
		return nil, out.Warnings, err
	}
	return withBlocks(u.Results, out.Results), out.Warnings, nil
}

// readyIMP translates a FUNMEM program, to be run on a copy of the blocks of the session.
func (s *Session) readyIMP(ctx context.Context, mem *syntax.Program) (run func() (*imp.Outcome, error), err error) {
	p, given, err := s.toIMP(ctx, mem, nil, false)
	if err != nil {
		return nil, err
	}
	inputs := map[string]imp.Input{}
	for k, x := range given {
		v := s.heap.check.Heap.Env.Of(x.ID)
		inputs[p.Inputs[k].Name] = imp.Input{Value: value.Number(v.I), Block: v.B}
	}
	return func() (*imp.Outcome, error) { return imp.Run(ctx, p, inputs, s.Settings.options()) }, nil
}

// withBlocks are the values of results, of which a block is none in IMP; it shows as 0.
func withBlocks(results []elab.Result, vals []value.Val) []value.Val {
	out := make([]value.Val, len(results))
	for k, r := range results {
		if !isBlock(r) {
			out[k], vals = vals[0], vals[1:]
		}
	}
	return out
}

// underIMP gives an entry that was just evaluated the values that it has as IMP. err is
// that of the value semantics: where the program is stuck as IMP too, that is the error,
// and where it is not, a file goes on with its values; a line does not, since its names
// would have none.
func (s *Session) underIMP(ctx context.Context, added *Added, err error) error {
	if l := diag.Of(err); err != nil && (len(l) == 0 || l[0].Kind != diag.Stuck) {
		return err
	}
	values, warnings, impErr := s.onIMP(ctx, added.Unit)
	switch {
	case impErr != nil:
		return impErr
	case err != nil && !s.whole:
		return err
	}
	added.Values, added.Heap = values, warnings
	return nil
}

func (c *Console) impCommand(ctx context.Context, arg string) error {
	if err := c.catchUp(ctx); err != nil {
		return err
	}
	mem, def, err := c.formOf(ctx, arg)
	if err != nil {
		return err
	}
	p, _, err := c.toIMP(ctx, mem, def, false)
	if err == nil {
		c.printf("%s", ast.Print(p))
	}
	return err
}

// formOf is the FUNMEM form of the last program, of what binds a name, or of an
// expression; or the program in which a def stands, and that.
func (c *Console) formOf(ctx context.Context, arg string) (*syntax.Program, *syntax.Def, error) {
	if c.unlinked(arg) != nil {
		mem, err := libraryMem(arg)
		return mem, defOf(mem, arg), err
	}
	n, ok := c.elab.Lookup(arg)
	if !ok && arg != "" {
		e, err := c.asideOnHeap(ctx, c.argument(arg))
		if err != nil {
			return nil, nil, err
		}
		return e.mem, nil, nil
	}
	e, err := c.last()
	if ok {
		e = c.entryOf(n)
	}
	switch {
	case !ok && err != nil:
		return nil, nil, err
	case e == nil || e.input != nil:
		return nil, nil, usagef("`%s` is an input", arg).Helpf("give an expression that uses it")
	case e.mem == nil:
		return nil, nil, c.heap.missing(e.unit.Core)
	case ok && n.Def != nil:
		return e.mem, defOf(e.mem, arg), nil
	case ok:
		return slice(e.mem, n.Binding.ID), nil, nil
	}
	return e.mem, nil, nil
}

// defOf is the def of a program with that name, or nil.
func defOf(p *syntax.Program, name string) *syntax.Def {
	for _, d := range p.Defs() {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// isIMP tells whether a file is an IMP program.
func isIMP(path string) bool { return strings.HasSuffix(path, ".imp") }

// notIMP refuses a file of IMP where one of Fun is wanted.
func notIMP(path string) error {
	if !isIMP(path) {
		return nil
	}
	return usagef("%s is an IMP program", path).Helpf("`funmem run` runs it")
}

// readIMP reads a program of IMP.
func (o *Options) readIMP(ctx context.Context, st Streams, path string) (*ast.Program, error) {
	src, err := o.read(ctx, st, path)
	if err != nil {
		return nil, err
	}
	p, err := ast.Parse(src, poll(ctx))
	if err != nil {
		return nil, err
	}
	return ast.Resolve(p, nil)
}

// runIMP evaluates a file of IMP, with inputs of the names that it declares.
func (o *Options) runIMP(ctx context.Context, st Streams, path string) (*Added, error) {
	if len(o.Exprs) > 0 {
		return nil, usagef("-e evaluates an expression of Fun, and %s is an IMP program", path)
	}
	if err := o.knownSizes(); err != nil {
		return nil, err
	}
	p, err := o.readIMP(ctx, st, path)
	if err != nil {
		return nil, err
	}
	s, mentions := NewSession(o.Settings), map[string]bool{}
	for _, x := range p.Inputs {
		mentions[x.Name] = true
	}
	if err := s.inputs(ctx, st, o, mentions); err != nil {
		return nil, err
	}
	inputs := map[string]imp.Input{}
	for _, e := range s.entries {
		inputs[e.input.binding.Written()] = imp.Input{Value: e.input.value}
	}
	out, err := imp.Run(ctx, p, inputs, o.Settings.options())
	if err != nil {
		return nil, err
	}
	return &Added{Unit: validate.OfIMP(p, path).Unit, Values: out.Results, Heap: out.Warnings}, nil
}
