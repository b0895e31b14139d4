package validity_test

import (
	"context"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/validity"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/semtest"
)

// TestOverlaps: a copy that writes over what it reads for another place is a warning, with
// both places, and wrong in compiled code; another one is neither.
func TestOverlaps(t *testing.T) {
	for _, c := range semtest.Overlaps() {
		p := core(t, elab.NewSession(nil), c.Text)
		for _, compiled := range []bool{false, true} {
			s := validity.NewSession(engine.Options{})
			if compiled {
				s.Compiled = func(diag.Span) bool { return true }
			}
			v, err := s.Check(context.Background(), p)
			if err != nil {
				t.Fatal(err)
			}
			found := v.Warnings
			if compiled {
				found = v.Overlaps
			}
			text := v.Text(diag.Plain)
			var met *validity.Meets
			for _, w := range found {
				if w.Kind == "overlap" {
					met = w.Meets
				}
			}
			if (met != nil) != (c.Says != "") || !strings.Contains(text, c.Says) || v.OK != (met == nil || !compiled) || v.Valid != v.OK {
				t.Errorf("%s, compiled: %t: ok is %t, wanted %q in\n%s", c.Name, compiled, v.OK, c.Says, text)
			}
			if met != nil && (!strings.Contains(text, "is read at "+met.Source.LMAD) || !strings.Contains(text, "is written at "+met.Destination.LMAD) || !met.Source.At.IsValid() || !met.Destination.At.IsValid()) {
				t.Errorf("%s: a place is missing in\n%s", c.Name, text)
			}
		}
	}
}
