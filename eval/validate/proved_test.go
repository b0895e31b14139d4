package validate_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
)

// pairs are programs before and after, with what is known of them.
var pairs = []struct {
	name, before, after string
	want                validity.Status
}{
	{"one program in two blocks",
		"def f [n] (m : mem) (x : [n] @ m -> R(n)) : (r : mem, [n] @ r -> R(n)) = let (r : mem) = alloc n let (z : [n] @ r -> R(n)) = kernel i <= n do x[i] + 1 in (r, z)",
		"def f [k] (am : mem) (a : [k] @ am -> R(k)) : (bm : mem, [k] @ bm -> R(k)) = let (bm : mem) = alloc (2 * k) let (b : [k] @ bm -> R(k)) = kernel j <= k do a[j] + 1 in (bm, b)",
		validity.Proved},
	{"another program with the same values",
		"def f [n] (x : [n]int) = map (\\a -> a + 1) x",
		"def f [n] (m : mem) (x : [n] @ m -> R(n)) : (r : mem, [n] @ r -> R(n)) = let (r : mem) = alloc n let (z : [n] @ r -> R(n)) = kernel i <= n do 1 + x[i] in (r, z)",
		validity.Proved},
	{"another way to the same values, which is not shown",
		"def f (x : [2]int) : int = reduce (+) 0 x",
		"def f (m : mem) (x : [2] @ m -> R(2)) : int = let (s : int) = x[1] let (t : int) = x[2] let (r : int) = s + t in (r)",
		validity.Tested},
	{"numbers in another order",
		"def f (p : int) (q : int) (r : f64) (x : [1]int) : int = p - q + x[1]",
		"def f (q : int) (r : f64) (p : int) (m : mem) (x : [1] @ m -> R(1)) : int = let (e : int) = x[1] let (s : int) = e - q let (t : int) = p + s in (t)",
		validity.Proved},
	{"numbers in another order, and other values",
		"def f (p : int) (q : int) (r : f64) (x : [1]int) : int = p - q + x[1]",
		"def f (p : f64) (q : int) (r : int) (m : mem) (x : [1] @ m -> R(1)) : int = let (e : int) = x[1] let (s : int) = e - r let (t : int) = q + s in (t)",
		validity.Refuted},
	{"a star that BEFORE does not have",
		"def f [n] (m : mem) (x : [n] @ m -> R(n)) : (r : mem, [n] @ r -> R(n)) = let (r : mem) = alloc n let (z : [n] @ r -> R(n)) = kernel i <= n do x[i] + 1 in (r, z)",
		"def f [n] (m : mem) (*x : [n] @ m -> R(n)) : (r : mem, [n] @ r -> R(n)) = let (r : mem) = alloc n let (z : [n] @ r -> R(n)) = kernel i <= n do x[i] + 1 in (r, z)",
		validity.Tested},
	{"memory that is not shown to be right",
		"def f [n] (m : mem) (x : [n] @ m -> R(n)) (k : int) : (r : mem, [n] @ r -> R(n)) = let (r : mem) = alloc n let (z : [n] @ r -> R(n)) = kernel i <= n do x[i] + k in (r, z)",
		"def f [n] (m : mem) (x : [n] @ m -> R(n)) (k : int) : (r : mem, [n] @ r -> R(n)) = let (r : mem) = alloc (n - (n * n * n - n) % 3) let (z : [n] @ r -> R(n)) = kernel i <= n do x[i] + k in (r, z)",
		validity.Tested},
	{"memory of BEFORE that is not shown to be right",
		"def f [n] (m : mem) (x : [n] @ m -> R(n)) (k : int) : (r : mem, [n] @ r -> R(n)) = let (r : mem) = alloc (n - (n * n * n - n) % 3) let (z : [n] @ r -> R(n)) = kernel i <= n do x[i] + k in (r, z)",
		"def f [n] (m : mem) (x : [n] @ m -> R(n)) (k : int) : (r : mem, [n] @ r -> R(n)) = let (r : mem) = alloc n let (z : [n] @ r -> R(n)) = kernel i <= n do x[i] + k in (r, z)",
		validity.Proved},
	{"no inputs",
		"let x = iota 4\nkernel i <= 4 do x[i] + x[i]",
		"let (m : mem) = alloc 4\nlet (x : [4] @ m -> R(4)) = iota 4\nlet (y : [4] @ m -> R(4)) = kernel i <= 4 do 2 * x[i]\nin (m, y)",
		validity.Proved},
	{"no inputs, and the memory is not shown to be right",
		"let x = iota 4\nx",
		"let (o : mem) = alloc 4\nlet (y : [4] @ o -> R(4)) = iota 4\nlet k = y[4]\nlet (m : mem) = alloc k\nlet (x : [4] @ m -> R(4)) = iota 4\nin (m, x)",
		validity.Tested},
	{"a call of another function",
		"def g (k : int) : int = k + 1\ndef h (k : int) : int = k + 2\ndef f (m : mem) (x : [2] @ m -> R(2)) : int = let (s : int) = x[1] let (r : int) = g(s) in (r)",
		"def g (k : int) : int = k + 2\ndef h (k : int) : int = k + 1\ndef f (m : mem) (x : [2] @ m -> R(2)) : int = let (s : int) = x[1] let (r : int) = g(s) in (r)",
		validity.Refuted},
	{"calls of two functions, the other way round",
		"def g (k : int) : int = k + 1\ndef h (k : int) : int = k + 2\ndef f (m : mem) (x : [2] @ m -> R(2)) : int = let (s : int) = x[1] let (r : int) = g(s) let (u : int) = h(s) let (d : int) = r - u in (d)",
		"def g (k : int) : int = k + 1\ndef h (k : int) : int = k + 2\ndef f (m : mem) (x : [2] @ m -> R(2)) : int = let (s : int) = x[1] let (r : int) = h(s) let (u : int) = g(s) let (d : int) = r - u in (d)",
		validity.Refuted},
	{"operands the other way round",
		"def f (m : mem) (x : [2] @ m -> R(2)) : int = let (s : int) = x[1] let (t : int) = x[2] let (r : int) = s - t in (r)",
		"def f (m : mem) (x : [2] @ m -> R(2)) : int = let (s : int) = x[1] let (t : int) = x[2] let (r : int) = t - s in (r)",
		validity.Refuted},
	{"ints that say how an argument lies, the other way round",
		"def f (m : mem) (o : int) (s : int) (x : [3] @ m -> o + {(3 : s)}) : int = in s",
		"def f (m : mem) (o : int) (s : int) (x : [3] @ m -> s + {(3 : o)}) : int = in s",
		validity.Refuted},
	{"an int that says how an argument lies in another way",
		"def f (m : mem) (s : int) (x : [3] @ m -> 0 + {(3 : s)}) : int = in s",
		"def f (m : mem) (s : int) (x : [3] @ m -> s + {(3 : 1)}) : int = in s",
		validity.Refuted},
	{"arguments that lie elsewhere",
		"def f (m : mem) (o : int) (s : int) (x : [3] @ m -> o + {(3 : s)}) : int = let (e : int) = x[2] in (e)",
		"def f (m : mem) (o : int) (s : int) (x : [3] @ m -> s + {(3 : o)}) : int = let (e : int) = x[2] in (e)",
		validity.Proved},
	{"names in another order",
		"let (m : mem) = alloc 4\nlet (x : [2] @ m -> R(2)) = [1, 2]\nlet (y : [2] @ m -> 2 + {(2 : 1)}) = [3, 4]",
		"let (m : mem) = alloc 4\nlet (y : [2] @ m -> R(2)) = [1, 2]\nlet (x : [2] @ m -> 2 + {(2 : 1)}) = [3, 4]",
		validity.Refuted},
	{"an argument without a star is overwritten",
		"def f [n] (x : [n]int) = map (\\a -> a + 1) x",
		"def f [n] (m : mem) (x : [n] @ m -> R(n)) : (r : mem, [n] @ r -> R(n)) = let (z : [n] @ m -> R(n)) = kernel i <= n do x[i] + 1 in (m, z)",
		validity.Refuted},
	{"Fun: updates in a loop, and a kernel",
		"def f [n] (x : [n]int) = loop (a = x) for i <= n do a with [i] = x[i] * 2",
		"def f [n] (x : [n]int) = kernel i <= n do x[i] + x[i]",
		validity.Proved},
	{"Fun: updates in a loop, and a kernel off by one",
		"def f [n] (x : [n]int) = loop (a = x) for i <= n do a with [i] = x[i] * 2",
		"def f [n] (x : [n]int) = kernel i <= n do x[max(i - 1, 1)] + x[i]",
		validity.Refuted},
	{"Fun: AFTER divides by what may be 0",
		"def f [n] (x : [n]int) (k : int) = map (\\a -> a + k) x",
		"def f [n] (x : [n]int) (k : int) = let q = 7 / (k - 104729) in map (\\a -> a + k) x",
		validity.Refuted},
	{"Fun: AFTER divides by what is never 0, which is not shown",
		"def f [n] (x : [n]int) (k : int) = map (\\a -> a + k) x",
		"def f [n] (x : [n]int) (k : int) = let q = 7 / (k * k * k - 2) in map (\\a -> a + k) x",
		validity.Tested},
	{"Fun: both divide by what may be 0",
		"def f (k : int) = 7 / (k - 104729) + 1",
		"def f (k : int) = 1 + 7 / (k - 104729)",
		validity.Proved},
	{"Fun: AFTER divides in a kernel, and BEFORE once",
		"def f [n] (x : [n]int) (k : int) = 7 / k + n",
		"def f [n] (x : [n]int) (k : int) = let y = kernel i <= n do 7 / k in n + 7 / k",
		validity.Proved},
	{"Fun: BEFORE divides in a kernel, and AFTER once",
		"def f [n] (x : [n]int) (k : int) = let y = kernel i <= n do 7 / (k - 104729) in n",
		"def f [n] (x : [n]int) (k : int) = let y = 7 / (k - 104729) in n",
		validity.Tested},
	{"Fun: a loop of AFTER that ends, which is not shown",
		"def f (k : int) = k",
		"def f (k : int) = let j = loop (j = k) while j * j * j == 2 do j + 1 in k",
		validity.Tested},
	{"Fun: scans",
		"def f [n] (x : [n]int) = scan (+) 0 (map (\\a -> a * a) x)",
		"def f [n] (x : [n]int) = scan (\\s a -> a * a + s) 0 x",
		validity.Proved},
	{"Fun: a function, and what it is",
		"def g [n] (y : [n]int) (k : int) = map (\\a -> a * k) y\ndef f [n] (x : [n]int) = g(g(x, 2), 3)",
		"def f [n] (x : [n]int) = map (\\a -> 6 * a) x",
		validity.Proved},
	{"Fun: a sum in another order",
		"def f [n] (x : [n]int) = reduce (+) 0 x",
		"def f [n] (x : [n]int) = reduce (+) 0 (reverse x)",
		validity.Tested},
	{"Fun: f64s in another order",
		"def f (x : f64) (y : f64) (z : f64) = x + y + z",
		"def f (x : f64) (y : f64) (z : f64) = x + (y + z)",
		validity.Refuted},
	{"Fun: rows of different sizes",
		"def f [n] (x : [n]int) = kernel i <= n do map (\\a -> a + x[i]) (iota(i % 3))",
		"def f [n] (x : [n]int) = kernel i <= n do kernel j <= i % 3 do x[i] + j",
		validity.Proved},
	{"Fun: rows of other sizes, which are the same",
		"def f [n] (x : [n]int) = kernel i <= n do iota(i % 3)",
		"def f [n] (x : [n]int) = kernel i <= n do iota(min(i % 3, 104729))",
		validity.Tested},
	{"Fun: names are compared as bound",
		"let x = iota 3\nlet y = map (\\a -> a + 1) x",
		"let x = iota 3\nlet y = map (\\a -> 1 + a) x",
		validity.Proved},
	{"Fun: a star, which says nothing of values",
		"def f [n] (x : [n]int) = map (\\a -> a + a) x",
		"def f [n] (*x : [n]int) = map (\\a -> 2 * a) x",
		validity.Proved},
	{"Fun: no inputs",
		"let x = iota 3\nlet y = map (\\a -> a + 1) x\ny",
		"let x = iota 3\nlet y = map (\\a -> 1 + a) x\ny",
		validity.Proved},
	{"FUNMEM before, and no memory after",
		"def f (k : int) : int = let (m : mem) = alloc 2 let (a : [2]int @ m -> R(2)) = kernel i <= 2 do i * k let (e : int) = a[2] in (e)",
		"def f (k : int) : int = k + k",
		validity.Proved},
}

// provedPair validates one of the pairs.
func provedPair(t *testing.T, before, after string, o validate.Options) *validate.Result {
	t.Helper()
	r, err := validate.Validate(context.Background(), pair(t, before, after), &o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// pair is the last function of two programs, or their statements.
func pair(t *testing.T, before, after string) *validate.Subject {
	t.Helper()
	subjects, err := validate.Subjects(program(t, "before", before), program(t, "after", after))
	if err != nil {
		t.Fatal(err)
	}
	for _, sub := range subjects {
		if sub.Name == "f" || sub.Name == "" {
			return sub
		}
	}
	t.Fatal("there is nothing to compare")
	return nil
}

// TestProved has for some pairs what is proved, and the report. Without a proof they are tested.
func TestProved(t *testing.T) {
	var b strings.Builder
	for _, c := range pairs {
		o := *options
		o.Tests = 30
		r := provedPair(t, c.before, c.after, o)
		if r.ValidStatus() != c.want || r.Bug != nil {
			t.Errorf("%s: %s, wanted %s; %v\n%s", c.name, r.ValidStatus(), c.want, r.Bug, r.Text(diag.Plain, nil, nil))
		}
		if c.want != validity.Refuted {
			fmt.Fprintf(&b, "-- %s\n%s", c.name, r.Text(diag.Plain, nil, nil))
		}
		if o.Proof = validity.NoProof; c.want == validity.Proved {
			if r := provedPair(t, c.before, c.after, o); r.ValidStatus() != validity.Tested || len(r.ProofText()) > 0 {
				t.Errorf("%s is %s without a proof", c.name, r.ValidStatus())
			}
		}
	}
	testkit.Golden(t, "testdata/proved.golden", b.String())
}

// TestProvedConfirm: if all is proved, a few inputs are enough, and otherwise the answer is the one without that.
func TestProvedConfirm(t *testing.T) {
	few, all := 0, 0
	for _, c := range pairs {
		o := *options
		o.Tests = 30
		whole := provedPair(t, c.before, c.after, o)
		o.Confirm = 7
		r := provedPair(t, c.before, c.after, o)
		proved := whole.ValidStatus() == validity.Proved && (whole.Proofs.Before == nil || whole.Proofs.Before.Holds())
		for _, k := range whole.Kernels {
			proved = proved && k.Status == validity.Proved
		}
		switch {
		case r.ValidStatus() != whole.ValidStatus():
			t.Errorf("%s: %s, wanted %s", c.name, r.ValidStatus(), whole.ValidStatus())
		case !proved || whole.Tests <= o.Confirm:
			all++
			if got, want := r.Text(diag.Plain, nil, nil), whole.Text(diag.Plain, nil, nil); got != want {
				t.Errorf("%s, with --confirm:\n%s\nwithout:\n%s", c.name, got, want)
			}
		default:
			few++
			if r.Tests != o.Confirm {
				t.Errorf("%s: %d inputs, wanted %d", c.name, r.Tests, o.Confirm)
			}
		}
	}
	if few == 0 || all == 0 {
		t.Errorf("%d pairs were confirmed, and %d tried as a whole", few, all)
	}
}

// TestProvedQuick: with the fast engine for small inputs there are the same verdicts, and what is wrong is found by the rules.
func TestProvedQuick(t *testing.T) {
	for _, c := range pairs {
		o := *options
		o.Tests = 60
		whole := provedPair(t, c.before, c.after, o)
		o.Quick = true
		r := provedPair(t, c.before, c.after, o)
		if r.Word != whole.Word || r.ValidStatus() != whole.ValidStatus() || r.Tests != whole.Tests {
			t.Errorf("%s: %s\nwithout --quick: %s", c.name, r.Line(), whole.Line())
		}
		if r.Failure != nil && r.Failure.Says() != whole.Failure.Says() {
			t.Errorf("%s: %s, without --quick %s", c.name, r.Failure.Says(), whole.Failure.Says())
		}
	}
}

// TestProvedDigits: constants that are one double are not one decimal, so with more digits than a double has there is no proof about them, whether something
// runs or not.
func TestProvedDigits(t *testing.T) {
	const before = "def f (x : f64) : f64 = x + 0.1"
	inMemory := func(constant string) string {
		return "def f (x : f64) : f64 = let (m : mem) = alloc 1 let (a : [1]f64 @ m -> R(1)) = [" + constant + "] let (e : f64) = a[1] let (y : f64) = x + e in (y)"
	}
	inFun := func(constant string) string { return "def f (x : f64) : f64 = let y = x + " + constant + " in y" }
	const other = "0.1000000000000000055511151231257827"
	for _, after := range []func(string) string{inMemory, inFun} {
		for _, c := range []struct {
			constant    string
			digits      int
			want, alone validity.Status
		}{
			{"0.1", 0, validity.Proved, validity.Proved},
			{other, 0, validity.Proved, validity.Proved},
			{"0.1", 30, validity.Tested, validity.Tested},
			{other, 30, validity.Refuted, validity.Tested},
		} {
			o := *options
			o.Tests, o.Digits = 30, c.digits
			text := after(c.constant)
			if text == inFun("0.1") && c.want == validity.Tested {
				c.want, c.alone = validity.Proved, validity.Proved // without the name both are one program
			}
			if r := provedPair(t, before, text, o); r.ValidStatus() != c.want || r.Bug != nil {
				t.Errorf("%s with %d digits: %s, wanted %s; %v", text, c.digits, r.ValidStatus(), c.want, r.Bug)
			}
			if r := validate.Prove(t.Context(), pair(t, before, text), &o); r.ValidStatus() != c.alone {
				t.Errorf("%s with %d digits: %s without a run, wanted %s", text, c.digits, r.ValidStatus(), c.alone)
			}
		}
	}
}
