package validate_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/validate"
	"funmem/heap"
	"funmem/semantics/diag"
)

// onCores returns the result on so many cores.
func onCores(t *testing.T, cores int, before, after string, o validate.Options) *validate.Result {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
	return validatedAs(t, before, after, &o)
}

// rounds takes a number of rounds that grows with an argument.
const rounds = "def f [n] (x : [n]int) (k : int) = let s = loop (s = 0) for i <= max(0, k) * max(0, k) * n do s + i in map (\\a -> a + s) x"

// roundsIn returns a FUNMEM form of rounds that adds a number at the end.
func roundsIn(add string) string {
	return `def f [n] (xm : mem) (x : [n] @ xm -> R(n)) (k : int) : (zm : mem, zo : int, zs : int, [n] @ zm -> zo + {(n : zs)}) =
  let m = max(0, k) * max(0, k) * n
  let (s : int) = loop (s : int = 0) for i <= m do
    let (t : int) = s + i
    in (t)
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do x[i] + s + ` + add + `
  in (zm, 0, 1, z)`
}

// TestLimitsCountSteps: which inputs are left out, and where a validation ends, does not depend on the number of cores
// or on which input is done first.
func TestLimitsCountSteps(t *testing.T) {
	for name, c := range map[string]struct {
		add  string
		o    validate.Options
		want string
	}{
		"an input":   {"0", validate.Options{Tests: 30, Each: 500}, "BEFORE takes too long on"},
		"all inputs": {"0", validate.Options{Tests: 60, Steps: 60_000}, "; then all steps were taken"},
		"AFTER":      {"0 * (loop (q : int = k) while q > 5 do (q))", validate.Options{Tests: 40, Each: 3000}, "one takes more than 30000 steps"},
		"a failure":  {"k / 40", validate.Options{Tests: 40, Each: 30_000}, "invalid: "},
	} {
		c.o.Options, c.o.Seed = engine.Options{Memory: 1 << 28}, 1
		var first string
		for _, cores := range []int{1, 4} {
			r := onCores(t, cores, rounds, roundsIn(c.add), c.o)
			text := r.Text(diag.Plain, nil, nil) + fmt.Sprint(r.Skipped, r.Long, r.Shrunk, r.Unshrunk)
			if first == "" {
				first = text
			}
			if !strings.Contains(text, c.want) || text != first {
				t.Errorf("%s, %d cores: %s\nwanted %q, and as on one core: %s", name, cores, text, c.want, first)
			}
		}
	}
}

// TestMostTooLong: if BEFORE takes too long on many inputs, nothing is known, even if the others are right.
func TestMostTooLong(t *testing.T) {
	before := "def f [n] (x : [n]int) : int = if n > 3 then loop (i = 0) while i < 1000000000 do i + 1 else n"
	after := "def f [n] (m : mem) (x : [n] @ m -> R(n)) : int = let (r : int) = if n > 3 then 7 else n in (r)"
	r := validatedAs(t, before, after, &validate.Options{Options: engine.Options{Memory: 1 << 28}, Seed: 1, Tests: 20, Each: 1000})
	if r.Word != validate.Unknown || !strings.Contains(r.Reason, "BEFORE runs into a limit on ") || r.Tests == 0 {
		t.Errorf("%v, %s, after %d inputs", r.Word, r.Reason, r.Tests)
	}
}

// TestCutShort: if the time is over once a counterexample is found, it is shown as it is, and the report says what is
// missing.
func TestCutShort(t *testing.T) {
	after := form("let (zm : mem) = alloc n let (z : [n] @ zm -> R(n)) = kernel i <= n do if n > 9 then 0 else x[i] + k in (zm, 0, 1, z)")
	whole := validated(t, inc, after)
	if _, err := whole.Explain(context.Background(), options, nil); err != nil || len(whole.CutShort()) > 0 {
		t.Fatal(err, whole.CutShort())
	}
	late := validate.ShrunkLate(t.Context(), whole, options)
	if late.Failure != whole.Failure || late.Shrunk > 1 {
		t.Errorf("%d inputs were tried after the time was over", late.Shrunk)
	}
	traces, err := late.Explain(context.Background(), options, nil)
	if err == nil || traces != nil {
		t.Error("what the programs bind is looked for after the time was over")
	}
	irr := late.Irrelevant(context.Background(), options)
	for _, free := range irr.Numbers {
		if free {
			t.Error("what does not matter was found after the time was over")
		}
	}
	text := late.Text(diag.Plain, traces, irr)
	for _, want := range []string{
		"invalid: `f`",
		"  note: the input was not made smaller to the end: the time was over\n",
		"  note: what the programs bind is not shown: the time was over\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("nothing like %q in\n%s", want, text)
		}
	}
	if err := late.Life(t.Context(), options, &heap.Life{Block: "zm"}); err == nil || !strings.Contains(err.Error(), "the time was over before the life of `zm` was known") {
		t.Error(err)
	}
}

// TestUnfit: inputs that do not fit into memory are not made, with or without a limit, and then nothing is known. The
// small inputs of a fixed size take no memory before they run.
func TestUnfit(t *testing.T) {
	before := "def f [n][m] (x : [n][m]int) : int = n + m"
	after := "def f [n][m] (xm : mem) (x : [n][m] @ xm -> R(n, m)) : int =\n  let s = n + m\n  in (s)"
	for _, c := range []struct{ size, memory int }{{100_000, 1 << 28}, {1 << 40, 1 << 28}, {1 << 40, 0}} {
		subjects, err := validate.Subjects(program(t, "before", before), program(t, "after", after))
		if err != nil {
			t.Fatal(err)
		}
		sub := subjects[0]
		if _, err := sub.Fix(map[string]int{"n": c.size, "m": c.size}); err != nil {
			t.Fatal(err)
		}
		if sub.Small() == 0 {
			t.Error("there are no small inputs of a fixed size")
		}
		r, err := validate.Validate(t.Context(), sub, &validate.Options{Options: engine.Options{Memory: int64(c.memory)}, Tests: 20, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		text := r.Text(diag.Plain, nil, nil)
		if r.Word != validate.Unknown || r.Unfit != 16 || !strings.Contains(text, "no input fits into --memory, of 16 inputs that were tried: this needs ") {
			t.Errorf("%d×%d in %d: %d do not fit: %s", c.size, c.size, c.memory, r.Unfit, text)
		}
	}
}
