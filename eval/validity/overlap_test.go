package validity_test

import (
	"context"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/finding"
	"funmem/eval/validity"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
)

// TestOverlaps: a copy that writes over what it reads for another place is a warning that names both places, and a
// mistake in compiled code. Any other copy is neither.
func TestOverlaps(t *testing.T) {
	for _, c := range testkit.Overlaps() {
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
			var met *finding.Meets
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

// TestOverlapAround: the message says in which round and call the first such copy is made, both as a warning and as a
// mistake of compiled code.
func TestOverlapAround(t *testing.T) {
	p := core(t, elab.NewSession(nil), `def g [n] (m : mem) (*a : [n] @ m -> R(n)) (k : int) : (m : mem, [n] @ m -> R(n)) =
  let (h : int) = n - k
  let (v : [h] @ m -> R(h)) = a[1 : h]
  let (w : [n] @ m -> R(n)) = a with [k + 1 : h] = v
  in (m, w)
let (m : mem) = alloc 4
let (y : [4] @ m -> R(4)) = iota 4
let (z : [4] @ m -> R(4)) = loop (a : [4] @ m -> R(4) = y) for t <= 2 do
  let (m2 : mem) (w : [4] @ m2 -> R(4)) = g(m, a, 3 - t)
  let (q : [4] @ m -> R(4)) = claim w
  in (q)
in (m, z)`)
	for _, compiled := range []bool{false, true} {
		s := validity.NewSession(engine.Options{})
		if compiled {
			s.Compiled = func(diag.Span) bool { return true }
		}
		v, err := s.Check(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		_, notes, _ := strings.Cut(v.Text(diag.Plain), "is written at")
		if call, round := strings.Index(notes, "in the call of `g`"), strings.Index(notes, "in round 2 of loop `a`"); call < 0 || round < call {
			t.Errorf("compiled: %t: %s", compiled, v.Text(diag.Plain))
		}
	}
}
