package repl

import (
	"context"
	"fmt"
	"strings"
	"time"

	"funmem/eval/validate"
	"funmem/eval/value"
	"funmem/repl/paint"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// Validate is the body of `validate`: is the second program a valid form of the
// first one?
func Validate(ctx context.Context, st Streams, o *Options, args []string) error {
	before, err := o.side(ctx, st, args[0])
	if err != nil {
		return err
	}
	after, err := o.side(ctx, st, args[1])
	if err != nil {
		return err
	}
	if !after.Mem {
		return usagef("%s mentions no memory", args[1]).Helpf("`funmem lower %s --to mem` prints its FUNMEM form", args[1])
	}
	subjects, err := validate.Subjects(before, after)
	if err != nil {
		return err
	}
	vo := &validate.Options{Options: o.Settings.options(), Tests: o.Tests, Seed: o.Seed, Time: o.Time, Each: time.Second}
	status := 0
	for _, sub := range subjects {
		r, err := validate.Validate(ctx, sub, vo)
		if err != nil {
			return err
		}
		fmt.Fprint(st.Out, validationText(r, paint.Style(st.Out)))
		switch {
		case r.Word == validate.Refuted:
			status = 1
		case r.Word != validate.Valid && status == 0:
			status = 3
		}
	}
	if status != 0 {
		return exit(status)
	}
	return nil
}

// side elaborates one of the programs of a validation.
func (o *Options) side(ctx context.Context, st Streams, path string) (*validate.Program, error) {
	src, err := read(st, path)
	if err != nil {
		return nil, err
	}
	prog, err := syntax.Parse(src)
	if err != nil {
		return nil, err
	}
	if prog, err = expanded(prog); err != nil {
		return nil, err
	}
	unit, err := elaborate(ctx, elab.NewSession(nil), prog)
	if err != nil {
		return nil, err
	}
	return &validate.Program{Unit: unit, Name: path}, nil
}

// validationText is what was found out about a subject.
func validationText(r *validate.Result, style diag.Style) string {
	var b strings.Builder
	name := "the program"
	if r.Name != "" {
		name = "`" + r.Name + "`"
	}
	outside := ""
	if r.Outside > 0 {
		outside = fmt.Sprintf(", BEFORE is stuck on %d others", r.Outside)
	}
	if r.Skipped > 0 {
		outside += fmt.Sprintf(", and takes too long on %d", r.Skipped)
	}
	switch r.Word {
	case validate.Valid:
		fmt.Fprintf(&b, "valid: %s, on %s%s\n", name, diag.Count(r.Tests, "test"), outside)
		return b.String()
	case validate.Unknown:
		fmt.Fprintf(&b, "unknown: %s, after %s%s: %s\n", name, diag.Count(r.Tests, "test"), outside, r.Reason)
		return b.String()
	case validate.StuckBefore:
		fmt.Fprintf(&b, "stuck before: %s\n", name)
		if r.Stuck != nil {
			b.WriteString(diag.Format(r.Stuck, style))
			return b.String()
		}
	case validate.Refuted:
		fmt.Fprintf(&b, "invalid: %s: %s\n", name, r.Failure.Kind)
	}
	f := r.Failure
	if text := r.Text(f.Input); text != "" {
		fmt.Fprintf(&b, "  with %s\n", text)
	}
	for k := range f.Before {
		fmt.Fprintf(&b, "  BEFORE gives %s\n", value.Format(f.Before[k], 40))
		if k < len(f.After) {
			fmt.Fprintf(&b, "  AFTER gives  %s\n", value.Format(f.After[k], 40))
		}
	}
	for _, d := range f.Verdict.Diagnostics() {
		b.WriteString(diag.Format(d, style))
	}
	return b.String()
}
