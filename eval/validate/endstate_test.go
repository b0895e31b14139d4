package validate_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"funmem/eval/validate"
	"funmem/semantics/diag"
)

// statements returns the result of comparing the statements of two programs.
func statements(t *testing.T, before, after string) *validate.Result {
	t.Helper()
	subjects, err := validate.Subjects(program(t, "before", before), program(t, "after", after))
	if err != nil {
		t.Fatal(err)
	}
	r, err := validate.Validate(context.Background(), subjects[len(subjects)-1], options)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const twoLets = "let x = copy [1, 2]\nlet y = map (\\e -> e + 1) x"

// TestAtEnd: a name whose block shows other values at the end is compared by its values at the binding, and the
// report says so.
func TestAtEnd(t *testing.T) {
	const x = "let (m : mem) = alloc 4\nlet (x : [2] @ m -> R(2)) = [1, 2]\n"
	for _, c := range []struct{ name, before, after, want string }{
		{"both stay", twoLets, x + "let (y : [2] @ m -> 2 + {(2 : 1)}) = kernel i <= 2 do x[i] + 1", ""},
		{"reused after its last use", twoLets, x + "let (y : [2] @ m -> R(2)) = kernel i <= 2 do x[i] + 1",
			"at the end of AFTER block `m` shows 2 at offset 0 for `x[1]`, which was bound to 1: `x` is not compared there, and no statement uses it after that"},
		{"a claim that nothing reads", twoLets, x + "let (k : mem) = alloc 2\nlet (z : [2] @ k -> R(2)) = replicate(2, 7)\nlet (v : [2] @ m -> 2 + {(2 : 1)}) = kernel i <= 2 do x[i] + 1\nlet (y : [2] @ k -> R(2)) = claim v",
			"at the end of AFTER block `k` shows 7 at offset 0 for `y[1]`, which was bound to 2: `y` is not compared there, and no statement uses it after that"},
		{"freed", twoLets, x + "let (k : mem) = alloc 2\nlet (y : [2] @ k -> R(2)) = kernel i <= 2 do x[i] + 1\nfree m",
			"at the end of AFTER block `m` is freed: `x` is not compared there, and no statement uses it after that"},
		{"a claim beyond its block", twoLets, x + "let (v : [2] @ m -> 2 + {(2 : 1)}) = kernel i <= 2 do x[i] + 1\nlet (y : [2] @ m -> 3 + {(2 : 1)}) = claim v",
			"at the end of AFTER block `m` has no offset 4: `y` is not compared there, and no statement uses it after that"},
		{"not in BEFORE either", x + "let (y : [2] @ m -> R(2)) = kernel i <= 2 do x[i] + 1", x + "let (y : [2] @ m -> R(2)) = kernel i <= 2 do x[i] + 1", ""},
	} {
		r := statements(t, c.before, c.after)
		text := r.Text(diag.Plain, nil, nil)
		if r.Word != validate.Valid || !strings.HasPrefix(text, "valid: the statements, as bound: proved; tested on the only input there is") {
			t.Errorf("%s: %s", c.name, text)
		}
		if got := strings.Contains(text, "at the end of AFTER"); got != (c.want != "") || !strings.Contains(text, c.want) || got != (len(r.Ends) > 0) {
			t.Errorf("%s: %s, wanted %q", c.name, text, c.want)
		}
		var page bytes.Buffer
		if err := (&validate.Page{Reports: []*validate.Report{{Result: r}}}).Write(&page, options); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(page.String(), "at the end of AFTER"); got != (c.want != "") {
			t.Errorf("%s: on the page: %v", c.name, got)
		}
	}
}

// TestAtEndNoNames: the report does not claim a comparison at the binding if no name is paired.
func TestAtEndNoNames(t *testing.T) {
	if r := statements(t, "let (m : mem) = alloc 9", "let (m : mem) = alloc 9"); r.Line() != "valid: the statements: proved; tested on the only input there is" {
		t.Error(r.Line())
	}
}
