package cli

import (
	"context"

	"funmem/eval/imp"
	"funmem/eval/validate"
	"funmem/eval/verdict"
	"funmem/repl/session"
	"funmem/semantics/diag"
	ast "funmem/semantics/imp"
)

// readIMP reads a program of IMP.
func (o *Options) readIMP(ctx context.Context, st Streams, path string) (*ast.Program, error) {
	src, err := o.read(ctx, st, path)
	if err != nil {
		return nil, err
	}
	p, err := ast.Parse(src, verdict.Poll(ctx))
	if err != nil {
		return nil, err
	}
	return ast.Resolve(p, nil)
}

// runIMP evaluates a file of IMP, with inputs for the names that it declares.
func (o *Options) runIMP(ctx context.Context, st Streams, path string) (*session.Added, error) {
	if len(o.Exprs) > 0 {
		return nil, diag.Usagef("-e evaluates an expression of Fun, and %s is an IMP program", path)
	}
	if err := o.KnownSizes(); err != nil {
		return nil, err
	}
	p, err := o.readIMP(ctx, st, path)
	if err != nil {
		return nil, err
	}
	s, mentions := session.NewSession(o.Settings), map[string]bool{}
	for _, x := range p.Inputs {
		mentions[x.Name] = true
	}
	if err := Inputs(s, ctx, st, o, mentions); err != nil {
		return nil, err
	}
	inputs := map[string]imp.Input{}
	for _, e := range s.Entries {
		if name := e.Input.Binding.Written(); e.Input.Typed().Rows != nil && mentions[name] {
			return nil, diag.Usagef("the rows of the input `%s` differ in size, and %s takes an array with rows of one size", name, path)
		}
		for _, in := range e.Input.InCore() {
			inputs[in.Binding.Written()] = imp.Input{Value: in.Value}
		}
	}
	out, err := imp.Run(ctx, p, inputs, o.Settings.Options())
	if err != nil {
		return nil, err
	}
	return &session.Added{Unit: validate.OfIMP(p, path).Unit, Values: out.Results, Heap: out.Warnings}, nil
}
