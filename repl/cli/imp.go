package cli

import (
	"context"
	"errors"
	"fmt"

	"funmem/eval/imp"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/eval/verdict"
	"funmem/repl/paint"
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
	p, out, err := o.evalIMP(ctx, st, path)
	if err != nil {
		return nil, err
	}
	return &session.Added{Unit: validate.OfIMP(p, path).Unit, Values: out.Results, Heap: out.Warnings}, nil
}

// evalIMP evaluates a file of IMP. If the run is stuck there is an outcome as well.
func (o *Options) evalIMP(ctx context.Context, st Streams, path string) (*ast.Program, *imp.Outcome, error) {
	if len(o.Exprs) > 0 {
		return nil, nil, diag.Usagef("-e evaluates an expression of Fun, and %s is an IMP program", path)
	}
	if err := o.KnownSizes(); err != nil {
		return nil, nil, err
	}
	p, err := o.readIMP(ctx, st, path)
	if err != nil {
		return nil, nil, err
	}
	s, mentions := session.NewSession(o.Settings), map[string]bool{}
	for _, x := range p.Inputs {
		mentions[x.Name] = true
	}
	if err := Inputs(s, ctx, st, o, mentions); err != nil {
		return nil, nil, err
	}
	inputs := map[string]imp.Input{}
	for _, e := range s.Entries {
		if name := e.Input.Binding.Written(); e.Input.Typed().Rows != nil && mentions[name] {
			return nil, nil, diag.Usagef("the rows of the input `%s` differ in size, and %s takes an array with rows of one size", name, path)
		}
		for _, in := range e.Input.InCore() {
			inputs[in.Binding.Written()] = imp.Input{Value: in.Value}
		}
	}
	out, err := imp.Run(ctx, p, inputs, o.Settings.Options())
	return p, out, err
}

// checkedIMP is what is known about a program of IMP after a run.
type checkedIMP struct {
	OK       bool              `json:"ok"` // race-free and not stuck
	RaceFree bool              `json:"raceFree"`
	Kernels  []validity.Kernel `json:"kernels,omitempty"`
	Stuck    string            `json:"stuck,omitempty"`
}

// checkIMP is `check` of a file of IMP: it runs, and says of each kernel whether it is proved free of races.
func (o *Options) checkIMP(ctx context.Context, st Streams, path string) error {
	if o.Explain != "" {
		return diag.Usagef("`--explain` tells the life of a location of Fun or FUNMEM, and %s is an IMP program", path)
	}
	p, out, err := o.evalIMP(ctx, st, path)
	var stuck *diag.Diagnostic
	if err != nil && (out == nil || !errors.As(err, &stuck) || stuck.Kind != diag.Stuck || stuck.Cause == diag.Limit) {
		return err
	}
	v := &validity.Verdict{}
	v.Ran("E-IMP-KERNEL", out.Kernels)
	v = v.ProveIMP(p, verdict.Poll(ctx))
	c := checkedIMP{OK: v.RaceFree && stuck == nil, RaceFree: v.RaceFree, Kernels: v.Kernels}
	if o.Strict {
		c.OK = c.OK && len(out.Warnings) == 0
	}
	if stuck != nil {
		c.Stuck = stuck.Msg
	}
	if o.JSON {
		if err := o.writeJSON(st.Out, c); err != nil {
			return err
		}
	} else {
		fmt.Fprint(st.Out, c.summary(), v.Lines())
		list := out.Warnings
		if stuck != nil {
			list = append(list, stuck)
		}
		for _, d := range list {
			fmt.Fprint(st.Out, diag.Format(d, paint.Style(st.Out)))
		}
	}
	if !c.OK {
		return Exit(1)
	}
	return nil
}

// summary is the first line of the verdict.
func (c *checkedIMP) summary() string {
	text := "ok: typed"
	if !c.OK {
		text = "not ok: typed"
	}
	if c.Stuck != "" {
		text += ", stuck"
	}
	if !c.RaceFree {
		return text + ", not race-free\n"
	}
	if c.Stuck != "" {
		return text + "; race-free up to there\n"
	}
	return text + ", race-free\n"
}
