package validate

import (
	"context"
	"slices"
	"strings"

	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/semantics/diag"
)

// tryStopped runs AFTER on an input on which an assertion of BEFORE fails. This failure is the result of the
// program, so some check of AFTER must fail too; if AFTER is stuck for another reason, that counts as going on. A
// number that does not fit its bits, or a limit, may come before the check and proves nothing.
func (r *runner) tryStopped(ctx context.Context, in *Input, stop *diag.Diagnostic) outcome {
	f, err := r.tryAfter(r.within(ctx, r.later), in, r.schedules[0], nil)
	if err != nil {
		return outcome{outside: stop}
	}
	if f.Kind == Stuck {
		switch f.Verdict.Stuck.Diag.Cause {
		case diag.Checked, diag.Asserted, diag.Needless:
			return outcome{stops: stop}
		case diag.Overflow:
			return outcome{outside: stop}
		}
	}
	f.Kind, f.Stop = GoesOn, stop
	return outcome{fail: f}
}

// stop says which assertion of BEFORE fails while AFTER goes on, and what AFTER returns.
func (f *Failure) stop() diag.List {
	if f.Stop == nil {
		return nil
	}
	says := strings.TrimPrefix(f.Stop.Msg, machine.AssertionFailed)
	d := diag.Errorf(diag.Invalid, "", f.Stop.Span, "BEFORE stops with the error `%s`, and AFTER goes on", says)
	d.Notes = slices.Clone(f.Stop.Notes)
	if f.Verdict.Stuck == nil {
		var given []string
		for _, v := range f.After {
			given = append(given, value.Format(v, shown))
		}
		d.Note(diag.Span{}, "AFTER gives %s", strings.Join(given, ", "))
	}
	return diag.List{d.Helpf("an error is a result: a check of AFTER must fail on this input too")}
}
