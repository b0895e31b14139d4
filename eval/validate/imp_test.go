package validate_test

import (
	"context"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/imp"
	"funmem/eval/validate"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	ast "funmem/semantics/imp"
)

// programIMP reads an IMP program.
func programIMP(t testing.TB, name, text string) *validate.Program {
	t.Helper()
	p, err := ast.Parse(diag.NewSource(name, text))
	if err == nil {
		p, err = ast.Resolve(p, nil)
	}
	if err != nil {
		t.Fatalf("%v\nin\n%s", err, text)
	}
	return validate.OfIMP(p, name)
}

// againstIMP validates a program of IMP.
func againstIMP(t *testing.T, before, after string) *validate.Result {
	t.Helper()
	subjects, err := validate.Subjects(program(t, "before.fun", before), programIMP(t, "after.imp", after))
	if err != nil {
		t.Fatal(err)
	}
	o := *options
	o.Each = 300_000
	r, err := validate.Validate(context.Background(), subjects[0], &o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// forms are programs with their IMP forms, and mistakes in those: each replaces one text by
// another.
var forms = []struct {
	before, after string
	mistakes      []mistake
}{
	{"def pairs [n] (x : [n]int) = kernel i <= n - 1 do x[i] + x[i + 1]", `input x : [n]int @ x_mem -> R(n);
var y_mem : mem; y_mem <- alloc n - 1;
kernel i <= n - 1 do
  var a : int; a <- x_mem[i - 1];
  var b : int; b <- x_mem[i];
  y_mem[i - 1] <- a + b
done;
return y : [n - 1]int @ y_mem -> R(n - 1)`, []mistake{
		{"an offset", "b <- x_mem[i]", "b <- x_mem[0]", validate.Unequal},
		{"after the end", "y_mem[i - 1] <-", "y_mem[i] <-", validate.Stuck},
		{"one cell for all", "y_mem[i - 1] <-", "y_mem[0] <-", validate.Racy},
		{"in place", "y_mem <- alloc n - 1", "y_mem <- x_mem", validate.Overwriting},
		{"nothing written", "y_mem[i - 1] <- a + b", "skip", validate.Unequal},
		{"a view that is too long", "R(n - 1)", "1 + {(n - 1 : 1)}", validate.Stuck},
		{"another size", "y : [n - 1]int @ y_mem -> R(n - 1)", "y : [n - 1]int @ x_mem -> R(n - 1)", validate.Unequal},
	}},
	{"def turned [n] [m] (x : [n][m]int) (k : int) = (transpose x, x[k, 1])", `input x : [n][m]int @ x_mem -> R(n, m);
input k : int;
check 1 <= k <= n "index %2 is out of bounds: dimension 1 of x has size %3";
check 1 <= m;
var t : int; t <- x_mem[(k - 1) * m];
var z_mem : mem; z_mem <- alloc n * m;
kernel i <= m do
  kernel j <= n do
    var a : int; a <- x_mem[(j - 1) * m + (i - 1)];
    z_mem[(i - 1) * n + (j - 1)] <- a
  done
done;
return z : [m][n]int @ z_mem -> R(m, n), t : int`, []mistake{
		{"a check that is too strict", "1 <= k <= n", "1 <= k < n", validate.Stuck},
		{"loops swapped", "kernel i <= m do\n  kernel j <= n do", "kernel i <= n do\n  kernel j <= m do", validate.Stuck},
		{"a stride", "(i - 1) * n +", "(i - 1) * m +", validate.Stuck},
		{"a view that is not transposed", "R(m, n), t", "0 + {(m : 1) (n : m)}, t", validate.Unequal},
	}},
	{"def total [n] (x : [n]f64) (s : f64) = reduce (\\a b -> a * s + b) 0.0 x", `input x : [n]f64 @ m -> R(n);
input s : f64;
var a : f64;
for i <= n do
  var b : f64; b <- m[i - 1];
  a <- a * s + b
done;
return a : f64`, []mistake{
		{"a kernel for a loop", "for i", "kernel i", validate.Unequal},
		{"an argument overwritten", "a <- a * s + b", "a <- a * s + b; m[i - 1] <- 0.0", validate.Overwriting},
	}},
}

type mistake struct {
	name, in, by string
	kind         validate.Kind
}

// TestIMP validates IMP forms, first correct and then with each mistake.
func TestIMP(t *testing.T) {
	var b strings.Builder
	for _, f := range forms {
		if r := againstIMP(t, f.before, f.after); r.Word != validate.Valid || r.Tests < 20 {
			t.Errorf("%s\n%s", f.after, r.Text(diag.Plain, nil, nil))
		}
		for _, m := range f.mistakes {
			b.WriteString("-- " + m.name + "\n")
			if strings.Count(f.after, m.in) != 1 {
				t.Fatalf("%q is not there once", m.in)
			}
			r := againstIMP(t, f.before, strings.Replace(f.after, m.in, m.by, 1))
			if r.Failure == nil || r.Failure.Kind != m.kind {
				t.Errorf("%s: %s", m.name, r.Text(diag.Plain, nil, nil))
				continue
			}
			traces, err := r.Explain(context.Background(), options, nil)
			if err != nil {
				t.Fatal(err)
			}
			traces.Hide(r)
			b.WriteString(r.Text(diag.Plain, traces, r.Irrelevant(context.Background(), options)))
			saves(t, r)
		}
	}
	testkit.Golden(t, "testdata/imp.golden", b.String())
}

// saves runs the saved counterexample and checks that it goes wrong in the same way.
func saves(t *testing.T, r *validate.Result) {
	t.Helper()
	text, err := r.Save()
	if err != nil {
		t.Fatal(err)
	}
	p := programIMP(t, "saved.imp", text)
	out, err := imp.Run(context.Background(), p.IMP, nil, engine.Options{Schedule: r.Failure.Schedule})
	f := r.Failure
	raced := len(out.Warnings) > 0 && out.Warnings[0].Kind == diag.Race
	if (err != nil) != (f.Kind == validate.Stuck) || raced != (f.Kind == validate.Racy) {
		t.Fatalf("%s: %v, %v\n%s", r.Line(), err, out.Warnings, text)
	}
	for k, v := range f.After {
		if _, differs := value.Difference(v, out.Results[k]); differs {
			t.Errorf("%s: result %d is another one\n%s", r.Line(), k+1, text)
		}
	}
}

// TestIMPResults: an int that is the size of a later result counts if it is a result of its
// own in BEFORE. An AFTER without inputs is compared by its results.
func TestIMPResults(t *testing.T) {
	const after = `var m : mem; m <- alloc 2; var n : int; n <- 2;
for i <= 2 do m[i - 1] <- i + 1 done;
return n : int, xs : [n]int @ m -> R(n)`
	for _, c := range []struct {
		before, after string
		word          validate.Word
	}{
		{"let xs = [2, 3]\n(length(xs), xs)", after, validate.Valid},
		{"[2, 3]", after, validate.Valid},
		{"(3, [2, 3])", after, validate.Refuted},
		{"def f [n] (x : [n]int) = (n, x)", "input x : [n]int @ m -> R(n); return n : int, x : [n]int @ m -> R(n)", validate.Valid},
		{"def f [n] (x : [n]int) = x", "input x : [n]int @ m -> R(n); return n : int, x : [n]int @ m -> R(n)", validate.Valid},
		{"def f [n] (x : [n]int) (k : int) = x[k]", "input x : [n]int @ m -> R(n); input k : int; var t : int; if 1 <= k then if k <= n then t <- m[k - 1] else skip fi else skip fi; return t : int", validate.Valid},
		{"def f (k : int) = 1 / (k - k)", "input k : int; return 1 : int", validate.StuckBefore},
		{"def f (k : int) = k", "input k : int; while k == 3 do skip done; return k : int", validate.Unknown},
	} {
		if r := againstIMP(t, c.before, c.after); r.Word != c.word {
			t.Errorf("%s\n%s\n%s", c.before, c.after, r.Text(diag.Plain, nil, nil))
		}
	}
}

// TestIMPSubjects: programs that do not belong together are refused.
func TestIMPSubjects(t *testing.T) {
	const two = "def f [n] (x : [n]int) = x\ndef g [n] (x : [n]int) = reverse x\n"
	for _, c := range []struct{ before, after, want string }{
		{two, "input x : [n]int @ m -> R(n); return x : [n]int @ m -> R(n)", "after.imp could be a form of each of `f`, `g`"},
		{two, "input k : int; return k : int", "after.imp is a form of no def of before.fun, which has `f`, `g`"},
		{"def f (k : f64) = k", "input k : int; return 1.0 : f64", "parameter `k : f64` has no counterpart in after.imp"},
		{"def f (k : int) = k", "input k : int; return k : int, 1 : int", "before.fun has 1 result, and after.imp has 2 results"},
		{"def f (k : int) = k", "input k : int; return 1.5 : f64", "result 1 is of type int in before.fun, and of type f64 in after.imp"},
		{"def f (x : [3]int) = x[1]", "input x : [2]int @ m -> R(2); return 1 : int", "size 1 of parameter `x` is 3 in before.fun, and that of `x` is 2 in after.imp"},
		{"1", "input k : int; return k : int", "after.imp has inputs, and before.fun no def"},
		{"def f (k : int) = k", "return 1 : int", "after.imp has no inputs, and before.fun no results"},
		{"(1, 2)", "return 1 : int", "before.fun has 2 results, and after.imp has 1 result"},
		{"def f (k : int) = k", "input m : mem; return 1 : int", "the input `m` of after.imp is a block"},
		{"def f [n] (x : [n]int) = n", "input n : int; input x : [n + 1]int @ m -> R(n + 1); return n : int", "the size `n + 1` of the input `x` is neither a variable nor a constant"},
	} {
		_, err := validate.Subjects(program(t, "before.fun", c.before), programIMP(t, "after.imp", c.after))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n%s\n%v", c.before, c.after, err)
		}
	}
}

// TestIMPLife follows a location through the run of a counterexample.
func TestIMPLife(t *testing.T) {
	f := forms[0]
	r := againstIMP(t, f.before, strings.Replace(f.after, "b <- x_mem[i]", "b <- x_mem[0]", 1))
	l := &heap.Life{Block: "x_mem", Offset: 0}
	if err := r.Life(context.Background(), options, l); err != nil {
		t.Fatal(err)
	}
	var events []string
	for k := range l.Events {
		events = append(events, l.Events[k].Text())
	}
	want := "read: 0, by `a <- x_mem[i - 1]`, as `x_mem[0]`, in iteration 1 of kernel `i`; read: 0, by `b <- x_mem[0]`, as `x_mem[0]`, in iteration 1 of kernel `i`"
	if got := strings.Join(events, "; "); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
