package validate_test

import (
	"errors"
	"strings"
	"testing"

	"funmem/eval/validate"
	"funmem/semantics/diag"
)

// TestIllTyped: type errors alone make an AFTER ill-typed.
func TestIllTyped(t *testing.T) {
	wrong := func(kind diag.Kind, cause diag.Cause) *diag.Diagnostic {
		d := diag.Errorf(kind, "", diag.Span{}, "it is wrong")
		d.Cause = cause
		return d
	}
	both := diag.List{wrong(diag.Type, 0), wrong(diag.Type, 0)}
	if got := validate.NewIllTyped("a.fun", both); got == nil || got.Line() != "ill-typed: a.fun, which is AFTER, has 2 type errors, so that nothing is compared" || strings.Count(got.Text(diag.Plain), "type error: it is wrong") != 2 {
		t.Errorf("type errors give %v", got)
	}
	for _, err := range []error{
		nil, errors.New("it cannot be read"), wrong(diag.Syntax, 0), wrong(diag.Usage, 0), wrong(diag.Unknown, 0), wrong(diag.Type, diag.Unsupported), diag.List{both[0], wrong(diag.Syntax, 0)},
	} {
		if got := validate.NewIllTyped("a.fun", err); got != nil {
			t.Errorf("%v gives %s", err, got.Line())
		}
	}
}
