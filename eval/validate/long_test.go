package validate_test

import (
	"bytes"
	"strings"
	"testing"

	"funmem/eval/validate"
	"funmem/semantics/diag"
)

// TestLongArrays: a counterexample whose arrays are too long to be shown has the sizes, the elements that matter, and
// those around the first difference.
func TestLongArrays(t *testing.T) {
	before := "def f [n] (x : [n]int) = kernel i <= n do x[i]"
	after := `def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : (zm : mem, [n] @ zm -> R(n)) =
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do (if n >= 90 && i == 47 then x[i] + 1 else x[i])
  in (zm, z)`
	r := validated(t, before, after)
	if r.Word != validate.Refuted {
		t.Fatal(r.Line())
	}
	text := r.Text(diag.Plain, nil, nil)
	for _, want := range []string{"\n  n = 90\n", "[90]int", "result at [47]:\n", "0, 0, 1, 0, 0, …", "\n  at [47] of [90]int: 0 in BEFORE, 1 in AFTER\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\nwanted %q", text, want)
		}
	}
	var page bytes.Buffer
	if err := (&validate.Page{Reports: []*validate.Report{{Result: r}}}).Write(&page, options); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<code data-n="n">n</code></th><td>90</td>`, `<mark class="differs">1</mark>`, "at [47] of [90]int: 0 in BEFORE, 1 in AFTER"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page does not have %q", want)
		}
	}
	if near := r.Failure.Nearby(); len(near) != 5 || near[2].Index[0] != 47 || near[2].After.String() != "1" || near[0].Index[0] != 45 {
		t.Errorf("around it: %v", near)
	}
}

// TestLongInput: the report names the element that matters in an array that is too long.
func TestLongInput(t *testing.T) {
	before := "def f [n] (x : [n]int) : int = if n >= 90 then x[47] else 0"
	after := `def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : int =
  let (z : int) = if n >= 90 then let (e : int) = x[47] in (max(e, 0)) else (0)
  in (z)`
	r := validated(t, before, after)
	if r.Word != validate.Refuted {
		t.Fatal(r.Line())
	}
	if text := r.Text(diag.Plain, nil, nil); !strings.Contains(text, "([90]int; [47] is -1)") {
		t.Error(text)
	}
}
