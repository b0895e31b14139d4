package emit

import (
	"strings"
	"testing"

	"funmem/semantics/diag"
	"funmem/semantics/imp"
)

// TestSums: an overflow of a sum is not looked for where the terms are so small that there is none, and otherwise it is.
func TestSums(t *testing.T) {
	for _, c := range []struct {
		what, text string
		free       bool // of tests
	}{
		{"small terms", "var s : int; s <- 0; for i <= n do var y : int; y <- s + i % 7; s <- y done;", true},
		{"the term first", "var s : int; s <- 3; for i <= n do s <- i % 7 + s done;", true},
		{"a term of both signs", "var s : int; s <- 0; for i <= n do s <- s + (i % 7 - 3) done;", true},
		{"large terms", "var s : int; s <- 0; for i <= n do s <- s + n done;", false},
		{"terms that add up", "var s : int; s <- 0; for i <= n do s <- s + i % 65537 done;", false},
		{"a large beginning", "var s : int; s <- 9223372036854775800; for i <= n do s <- s + i % 7 done;", false},
		{"a beginning that is not known", "var s : int; s <- n; for i <= n do s <- s + i % 7 done;", false},
		{"a loop around", "var s : int; s <- 0; for j <= n do for i <= n do s <- s + i % 7 done done;", false},
		{"another assignment", "var s : int; s <- 0; for i <= n do s <- s + i % 7; if i > 3 then s <- n else skip fi done;", false},
		{"the sum of another round", "var s : int; s <- 0; var y : int; for i <= n do s <- y; y <- s + i % 7 done;", false},
	} {
		p, err := imp.Parse(diag.NewSource("sums.imp", "input n : int;\n"+c.text+"\nreturn s : int"))
		if err == nil {
			p, err = imp.Resolve(p, nil)
		}
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		code, err := C(p, nil, nil)
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		_, body, _ := strings.Cut(code.Text, Name+"(")
		if free := !strings.Contains(body, "fm_add(") && !strings.Contains(body, "_add_overflow("); free != c.free {
			t.Errorf("%s: no tests for overflow: %t\n%s", c.what, free, body)
		}
	}
}
