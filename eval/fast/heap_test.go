package fast_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/memory"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// clean tells what Check should find, according to the verdict of the reference.
func clean(v *validity.Verdict) bool {
	return v.OK && v.Consistent && len(v.Warnings) == 0
}

// fataler is a testing.T or a rapid.T.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// both checks a program with both engines and compares their results. It tells whether
// Check found the program clean.
func both(t *testing.T, p *syntax.Program, opts engine.Options) bool {
	t.Helper()
	ok, _ := compare(t, p, opts, "")
	return ok
}

// compare is both, and also tells whether the reference found the program clean.
func compare(t fataler, p *syntax.Program, opts engine.Options, text string) (ok, isClean bool) {
	t.Helper()
	want, err := validity.Check(context.Background(), p, opts)
	if err != nil {
		t.Fatalf("%v", err)
	}
	got, ok := fast.Check(context.Background(), p, nil, opts)
	if all != nil && opts.Schedule.IsForward() {
		all.cases = append(all.cases, nativeCase{p, opts, want, text, ok})
	}
	if !ok {
		return false, clean(want)
	}
	agrees(t, got, want, text)
	return true, true
}

// agrees makes sure that what Check knows about a program is what the reference says.
func agrees(t fataler, got *fast.Clean, want *validity.Verdict, text string) {
	t.Helper()
	if !clean(want) {
		t.Fatalf("a program is called clean that is not: %s\n%s", want.Text(diag.Plain), text)
	}
	for k, r := range want.Outcome.Results {
		show, err := memory.Show(r)
		if err != nil {
			t.Fatalf("%v", err)
		}
		if !r.IsNumber() && !r.IsArray() {
			show = value.Of(0)
		}
		if !show.Equal(got.Results[k]) {
			t.Fatalf("result %d is %s, want %s\n%s", k, value.Format(got.Results[k], 0), value.Format(show, 0), text)
		}
	}
	if len(got.Kernels) != len(want.Kernels) || len(got.Bindings) != len(want.Bindings) {
		t.Fatalf("%d kernels, %d bindings, want %d, %d\n%s", len(got.Kernels), len(got.Bindings), len(want.Kernels), len(want.Bindings), text)
	}
	if !slices.Equal(got.Blocks, want.Blocks) {
		t.Fatalf("the results are in the blocks %v, want %v\n%s", got.Blocks, want.Blocks, text)
	}
	for name, ran := range got.Called {
		if *ran != want.Called[name] {
			t.Fatalf("a call of `%s` ran: %v, want %v\n%s", name, *ran, want.Called[name], text)
		}
	}
	for k, s := range want.Kernels {
		if g := got.Kernels[k]; g.Kernel.Binds != s.Binds || g.Kernel.At != s.At || g.Instances != s.Instances || g.Iterations != s.Iterations {
			t.Fatalf("kernel %d: got %+v %+v, want %+v\n%s", k, g, g.Kernel, s, text)
		}
	}
	for k, s := range want.Bindings {
		if g := got.Bindings[k]; g.Name != s.Name || g.Times != s.Times || g.At != s.At {
			t.Fatalf("binding %d: got %+v, want %+v\n%s", k, g, s, text)
		}
	}
}

var schedules = []string{"forward", "reverse", "random:7"}

func options(t testing.TB, schedule string) engine.Options {
	s, err := engine.ParseSchedule(schedule)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Options{Schedule: s, Memory: 1 << 30}
}

// TestWrongExamples: none of the wrong example programs is called clean.
func TestWrongExamples(t *testing.T) {
	files, _ := filepath.Glob("../../examples/wrong/*.fun")
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "-- verdict: ") {
			continue // only functions, which run under validate
		}
		p, _ := parse(t, string(text))
		for _, s := range schedules {
			if both(t, p, options(t, s)) {
				t.Errorf("%s is clean", f)
			}
		}
	}
}

const blurMem = `
let (pm : mem) = alloc (512 * 512)
let (x : [512][512]int @ pm -> R(512, 512)) = kernel i <= 512 do
  let (rm : mem) = alloc 512
  let (r : [512]int @ rm -> R(512)) = kernel j <= 512 do
    let (e : int) = (i * 7919 + j * 31) % 251
    in (e)
  in (r)
let (ym : mem) = alloc (510 * 510)
let (y : [510][510]int @ ym -> R(510, 510)) = kernel i <= 510 do
  let (rm : mem) = alloc 510
  let (r : [510]int @ rm -> R(510)) = kernel j <= 510 do
    let (i1 : int) = i + 1
    let (i2 : int) = i + 2
    let (j1 : int) = j + 1
    let (j2 : int) = j + 2
    let (a : int) = x[i, j]
    let (b : int) = x[i, j1]
    let (c : int) = x[i, j2]
    let (d : int) = x[i1, j]
    let (e : int) = x[i1, j1]
    let (f : int) = x[i1, j2]
    let (g : int) = x[i2, j]
    let (h : int) = x[i2, j1]
    let (k : int) = x[i2, j2]
    let (s : int) = (a + b + c + d + e + f + g + h + k) / 9
    in (s)
  in (r)
in (ym, y)
`

func TestBlurMem(t *testing.T) {
	p, _ := parse(t, blurMem)
	if _, ok := fast.Check(context.Background(), p, nil, options(t, "forward")); !ok {
		t.Fatal("the blur is not clean")
	}
}
