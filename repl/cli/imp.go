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
	out, err := s.RunIMP(ctx, p, path)
	return p, out, err
}

// CheckedIMP is what is known about a program of IMP after a run.
type CheckedIMP struct {
	OK       bool              `json:"ok"` // race-free and not stuck
	RaceFree bool              `json:"raceFree"`
	Kernels  []validity.Kernel `json:"kernels,omitempty"`
	Stuck    string            `json:"stuck,omitempty"`

	lines    string
	messages diag.List
}

// CheckIMP says what is known about a program of IMP after a run with that outcome and error. If the run tells nothing, the error stays one. With strict,
// warnings fail.
func CheckIMP(ctx context.Context, p *ast.Program, out *imp.Outcome, err error, strict bool) (*CheckedIMP, error) {
	var stuck *diag.Diagnostic
	if err != nil && (out == nil || !errors.As(err, &stuck) || stuck.Kind != diag.Stuck || stuck.Cause == diag.Limit) {
		return nil, err
	}
	v := &validity.Verdict{}
	v.Ran("E-IMP-KERNEL", out.Kernels)
	v = v.ProveIMP(p, verdict.Poll(ctx))
	c := &CheckedIMP{OK: v.RaceFree && stuck == nil, RaceFree: v.RaceFree, Kernels: v.Kernels, lines: v.Lines(), messages: out.Warnings}
	if strict {
		c.OK = c.OK && len(out.Warnings) == 0
	}
	if stuck != nil {
		c.Stuck, c.messages = stuck.Msg, append(c.messages, stuck)
	}
	return c, nil
}

// Text is the verdict for people.
func (c *CheckedIMP) Text(style diag.Style) string {
	text := c.summary() + c.lines
	for _, d := range c.messages {
		text += diag.Format(d, style)
	}
	return text
}

// checkIMP is `check` of a file of IMP: it runs, and says of each kernel whether it is proved free of races.
func (o *Options) checkIMP(ctx context.Context, st Streams, path string) error {
	if o.Explain != "" {
		return diag.Usagef("`--explain` tells the life of a location of Fun or FUNMEM, and %s is an IMP program", path)
	}
	p, out, err := o.evalIMP(ctx, st, path)
	c, err := CheckIMP(ctx, p, out, err, o.Strict)
	if err != nil {
		return err
	}
	if o.JSON {
		if err := o.writeJSON(st.Out, c); err != nil {
			return err
		}
	} else {
		fmt.Fprint(st.Out, c.Text(paint.Style(st.Out)))
	}
	if !c.OK {
		return Exit(1)
	}
	return nil
}

// summary is the first line of the verdict.
func (c *CheckedIMP) summary() string {
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
