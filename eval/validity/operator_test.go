package validity_test

import (
	"context"
	"strings"
	"testing"

	"funmem/eval/finding"
	"funmem/eval/validity"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// TestTypedOperators: what is known about an operator besides its function is respected, and tried.
func TestTypedOperators(t *testing.T) {
	bit := func(_ int, x num.Num) num.Num { return x.Wrap(1, false) }
	third := func(_ int, x num.Num) num.Num { return num.OfFloat(float64(int64(x.Real().Float64()*3)) / 3) }
	for _, c := range []struct {
		text string
		is   validity.Operator
		want string
	}{
		{"reduce (&) 1 [1, 0]", validity.Operator{Fit: bit}, ""},
		{"reduce (&) 1 [1, 0]", validity.Operator{}, "does not have 1 as its neutral element: 1 ⊕ "},
		{"reduce (|) 1 [1, 0]", validity.Operator{Fit: bit}, "does not have 1 as its neutral element: 1 ⊕ 0 is 1"},
		{"reduce (+) 0.0 [0.5]", validity.Operator{Fit: third, Commutative: true}, ""},
		{"reduce (+) 0 [1]", validity.Operator{Commutative: true}, ""},
		{"reduce (\\a x -> if x == 0 then a else x) 0 [1]", validity.Operator{}, ""},
		{"reduce (\\a x -> if x == 0 then a else x) 0 [1]", validity.Operator{Commutative: true}, "is marked commutative, and is not: 4 ⊕ 3 is 3, and 3 ⊕ 4 is 4"},
		{"let k = 3\ndef h (x : int) : int = x + k\nreduce (\\c e -> c + h(e)) 0 (iota 3)", validity.Operator{}, "does not have 0 as its neutral element: 0 ⊕ 4 is 7"},
		{"let k = 3\ndef h (x : int) : int = x + k\ndef g (x : int) : int = h(x)\nreduce (\\c e -> c + g(e)) 0 (iota 3)", validity.Operator{}, "does not have 0 as its neutral element: 0 ⊕ 4 is 7"},
		{"let k = 1\ndef h (x : int) (y : int) : int = k * x + y\nreduce h 0 (iota 3)", validity.Operator{}, ""},
		{"let k = 1\ndef h (x : int) (y : int) : int = x - y * k\nreduce h 0 (iota 3)", validity.Operator{}, "(3 ⊕ 2) ⊕ 4 is -3"},
		{"reduce (\\a x -> a) 0 [1]", validity.Operator{Commutative: true}, "does not have 0 as its neutral element|is marked commutative, and is not"},
	} {
		ws := operators(t, c.text, func(diag.Span) validity.Operator { return c.is })
		var wants []string
		if c.want != "" {
			wants = strings.Split(c.want, "|")
		}
		if len(ws) != len(wants) {
			t.Errorf("%s: %v, want %s", c.text, ws, c.want)
			continue
		}
		for k, w := range wants {
			if !strings.Contains(ws[k].Message, w) {
				t.Errorf("%s: %v, want %s", c.text, ws, c.want)
			}
		}
	}
}

// operators returns what is said about the operators of a program.
func operators(t *testing.T, text string, says func(diag.Span) validity.Operator) []finding.Warning {
	p, err := syntax.Parse(diag.NewSource("test.fun", text))
	if err != nil {
		t.Fatal(err)
	}
	u, err := elab.NewSession(nil).Program(p)
	if err != nil {
		t.Fatal(err)
	}
	found, _ := validity.Operators(context.Background(), u.Core, nil, nil, says)
	return found
}

// TestOperators checks what is said about the operator of the one reduce or scan of a program; "" for
// nothing.
func TestOperators(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"reduce (+) 0 (iota 3)", ""},
		{"reduce (*) 1 (iota 3)", ""},
		{"reduce max 0 (iota 3)", "does not have 0 as its neutral element on negative numbers: 0 ⊕ -3 is 0"},
		{"reduce max 0.0 [0.5]", "does not have 0.0 as its neutral element on negative numbers: 0.0 ⊕ -2.25 is 0.0"},
		{"reduce max (-1000) (iota 3)", ""},
		{"reduce max (-inf) [0.5, inf]", ""},
		{"reduce (+) 0.0 [-0.0, inf, nan]", ""},
		{"reduce max 0 [1, -2]", "does not have 0 as its neutral element: 0 ⊕ -2 is 0"},
		{"reduce (-) 0 (iota 3)", "is not associative"},
		{"scan (+) 1 (iota 3)", "does not have 1 as its neutral element"},
		{"scan min 9 [1, 20]", "9 ⊕ 20 is 9"},
		{"reduce (\\a x -> a + x * x) 0 (iota 3)", "the operator `\\a x -> a + x * x` of reduce `iota 3` is not associative"},
		{"let n = 7\nlet r = reduce (\\a x -> (a * x) % n) 1 [0, 6]", "does not have 1 as its neutral element on negative numbers: 1 ⊕ -3 is 4"},
		{"let n = 7\nlet r = reduce (\\a x -> (a * x) % n) 2 [0, 6]", "the operator `\\a x -> (a * x) % n` of reduce `r` does not have 2"},
		{"let n = [7][1]\nlet r = reduce (\\a x -> a - x + n) 2 [0, 6]", ""}, // n is not known
		{"def f (a : int) (b : int) : int = a / b\nlet r = scan f 1 (iota 3)", "the operator `f` of scan `r`"},
		{"let (p, q) = reduce (\\a b x y -> (max(a, x), b + y)) (0, 0) (iota 3) (iota 3)", "on negative numbers: (0, 0) ⊕ (-3, 2) is (0, 2)"},
		{"let (p, q) = reduce (\\a b x y -> (a + y, b + x)) (0, 0) (iota 3) (iota 3)", "is not associative"},
		{"reduce (\\a x y -> a + x * y) 0 (iota 3) (iota 3)", ""}, // no operator
		{"reduce (\\a x -> 1 / 0) 0 (iota 3)", ""},                // stuck everywhere
		{"reduce (\\a | x -> a + x * x) 0 (iota 3)", ""},
		{"reduce (\\a | x -> let t = x * x in t + a) 0 (iota 3)", ""},
		{"reduce (\\a | x y -> a + x * y) 0 (iota 3) (iota 3)", ""},
		{"reduce (\\a | x y -> a - x * y) 0 (iota 3) (iota 3)", "the operator `\\a x -> a - x` of reduce `iota 3`, which goes over what a map gives, is not associative"},
		{"reduce (\\a | x -> a + 2) 0 (iota 3)", ""},
		{"reduce (\\a | x -> a - 2) 0 (iota 3)", "is not associative"},
		{"reduce (\\a | x -> a - x * x) 0 (iota 3)", "is not associative"},
		{"reduce (\\a | x -> a + x * x) 1 (iota 3)", "does not have 1 as its neutral element"},
		{"reduce (\\a | x -> a * x + x * x) 0 (iota 3)", "the operator `\\a | x -> a * x + x * x` of reduce `iota 3` is not associative"}, // no single map computes both
		{"reduce (\\a | x -> if x > 1 then a + x else a) 0 (iota 3)", "is not associative"},
		{"reduce (\\a | x -> a + f64(x)) 0.0 (iota 3)", ""},
		{"reduce (\\a | x -> a - f64(x)) 0.0 (iota 3)", "is not associative"},
		{"let (p, q) = reduce (\\a b | x -> (max(a, x * x), b + 2 * x)) (0, 0) (iota 3)", "which goes over what a map gives, does not have (0, 0) as its neutral element on negative numbers"},
		{"let (p, q) = reduce (\\a b | x -> (a - x * x, b + 2 * x)) (0, 0) (iota 3)", "is not associative"},
		{"reduce (+) 0.0 [0.1, 1e10]", ""}, // apart from rounding
		{"reduce (*) 1.0 [0.1, 0.3]", ""},
		{"reduce max (-inf) [0.1]", ""},
		{"reduce max 0.0 [-1.5]", "does not have 0.0 as its neutral element: 0.0 ⊕ -1.5 is 0.0"},
		{"reduce (-) 0.0 [0.1]", "is not associative"},
		{"reduce (\\a x -> sqrt(a * a + x * x)) 0.0 [0.1]", "does not have 0.0 as its neutral element on negative numbers: 0.0 ⊕ -2.25 is 2.25"},
		{"reduce (\\a x -> (a + x) / 2.0) 0.0 [0.1]", "does not have 0.0"},
		{"let h = 0.5\nlet r = reduce (\\a x -> a + h * x) 0.0 [0.1]", "the operator `\\a x -> a + h * x` of reduce `r` is not associative"},
		{"reduce (\\a x -> a + f64(x)) 0.0 (iota 3)", ""}, // no operator
		{"reduce (\\a x -> if x == 1000 then a else a + x) 0 (iota 3)", "1000"},
		{"reduce (\\a x -> if x > 70 && a > 70 then a else a + x) 0 (iota 3)", "is not associative"},
		{"reduce (\\a x -> min(a + x, 100)) 0 (iota 3)", ""}, // on nonnegative numbers
		{"reduce (\\a x -> (a * x) % 7) 1 (iota 3)", "on negative numbers and some others: 1 ⊕ -3 is 4, and 1 ⊕ 8 is 1"},
		{"reduce (\\a x -> max(a, x)) 0 (iota 3)", "on negative numbers"},
		{"reduce (\\a x -> if x > 70.5 then a else a + x) 0.0 [0.1]", "is not associative"},
		{"let (m, k) = reduce (\\a i b j -> if a >= b then (a, i) else (b, j)) (-inf, 0) [1.5, 2.5] (iota 2)", ""},
	} {
		ws := operators(t, c.text, nil)
		switch {
		case c.want == "" && len(ws) > 0:
			t.Errorf("%s: %s", c.text, ws[0].Message)
		case c.want != "" && (len(ws) != 1 || !strings.Contains(ws[0].Message, c.want) || ws[0].Kind != "operator"):
			t.Errorf("%s: %v, want %s", c.text, ws, c.want)
		}
	}
}

// TestUntested: if the operator of a reduce or scan is not tried, the report says so, and why. Otherwise
// it does not.
func TestUntested(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"reduce (+) 0 (iota 3)", ""},
		{"reduce (-) 0 (iota 3)", ""},
		{"let (p, q) = reduce (\\a b x y -> (max(a, x), b + y)) (0, 0) (iota 3) (iota 3)", ""},
		{"reduce (\\a x y -> a + x * y) 0 (iota 3) (iota 3)", ""}, // a sum of products
		{"reduce (\\a x y -> a * x + y) 0 (iota 3) (iota 3)", "reduce `iota 3`: its function takes 1 accumulator and 2 elements"},
		{"let n = [7][1]\nlet r = reduce (\\a x -> a - x + n) 2 [0, 6]", "reduce `r`: the value of `n` is not known here"},
		{"let a = iota 3\ndef h (k : int) : int = a[1]\nreduce (\\c e -> c + h(1)) 0 a", "reduce `a`: the value of `a` is not known here"},
		{"def f (n : int) = scan (\\a x -> a + n * x) 0 (iota 3)\nf(1)", "scan `iota 3`: the value of `n` is not known here"},
		{"reduce (\\a x -> kernel i <= 2 do a[i] + x[i]) (iota 2) [[1, 2], [3, 4]]", "its operands are arrays"},
		{"reduce (\\a x -> a + f64(x)) 0.0 (iota 3)", "its accumulators and elements are of different types"},
		{"reduce (\\a x -> 1 / 0) 0 (iota 3)", "its operator is stuck on what was tried"},
	} {
		p, err := syntax.Parse(diag.NewSource("test.fun", c.text))
		if err != nil {
			t.Fatal(err)
		}
		u, err := elab.NewSession(nil).Program(p)
		if err != nil {
			t.Fatal(err)
		}
		var text []string
		_, untested := validity.Operators(context.Background(), u.Core, nil, nil, nil)
		for _, x := range untested {
			text = append(text, x.Fold+": "+x.Why)
		}
		if got := strings.Join(text, "; "); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}
