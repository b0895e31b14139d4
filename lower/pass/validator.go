package pass

import (
	"context"
	"errors"

	"funmem/eval/validate"
	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// Validator validates the program behind a pass against the one before it: each function
// over its arguments, and the results, where the program has no free variables.
type Validator struct {
	Options validate.Options
	Style   diag.Style
	Tests   int // inputs that were compared so far
}

// Refuted is the error of a Validator: a counterexample.
type Refuted struct {
	Result *validate.Result
	text   string
}

// Error is the report on the counterexample.
func (r *Refuted) Error() string { return r.text }

// Validate is the error that after is no valid form of before. Both have been
// elaborated. A program of Fun is compared by its FUNMEM form.
func (v *Validator) Validate(ctx context.Context, before, after *Stage) error {
	b := &validate.Program{Unit: before.Unit, Name: "the program before `" + after.Name() + "`"}
	a := &validate.Program{Unit: after.Unit, Name: "the program behind it"}
	if after.Form == Fun {
		mem, err := introduceMemory(&rewrite.Job{Supply: after.Supply}, after.Unit.Core)
		if err != nil {
			return err
		}
		if a.Unit, _, err = Elaborate(syntax.Print(mem)); err != nil {
			return err
		}
	}
	if len(before.Program.Defs()) == 0 && len(before.Program.Main().Res) == 0 {
		return nil // it shows nothing
	}
	subjects, err := validate.Subjects(b, a)
	if err != nil {
		return err
	}
	for _, sub := range subjects {
		if sub.Name == "" && len(syntax.FreeVars(after.Program)) > 0 {
			continue
		}
		r, err := validate.Validate(ctx, sub, &v.Options)
		if err != nil {
			return err
		}
		v.Tests += r.Tests
		switch r.Word {
		case validate.Refuted:
			traces, err := r.Explain(ctx, &v.Options, nil)
			if err == nil {
				traces.Hide(r)
			}
			return &Refuted{r, r.Text(v.Style, traces, r.Irrelevant(ctx, &v.Options))}
		case validate.StuckBefore:
			if r.Failure != nil {
				return errors.New(r.Text(v.Style, nil, nil))
			}
		}
	}
	return nil
}

// Elaborate is the Elaborate of a Manager for whole programs, in which nothing is free.
func Elaborate(text string) (*elab.Unit, *syntax.Supply, error) {
	p, err := syntax.Parse(diag.NewSource("printed", text))
	if err != nil {
		return nil, nil, err
	}
	s := elab.NewSession(nil)
	u, err := s.Program(p)
	return u, s.Supply(), err
}
