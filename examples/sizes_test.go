package examples_test

import (
	"fmt"
	"math/cmplx"
	"math/rand"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"funmem/eval/verdict"
	"funmem/internal/testkit"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/std"
	"funmem/semantics/syntax"
)

// called returns what an engine gives for an expression in a program: a value as JSON, or the
// diagnostic that ends it.
func called(t *testing.T, path, expr, engine string) (string, *diag.Diagnostic) {
	t.Helper()
	var out strings.Builder
	o := &cli.Options{Settings: session.Defaults(), JSON: true, Exprs: []string{expr}}
	o.Settings.Engine = engine
	err := verdict.Recovered(func() error {
		return cli.Run(t.Context(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &out}, o, []string{path})
	})
	if err != nil {
		return "", diag.Of(err)[0]
	}
	return out.String(), nil
}

// argument returns an expression for a parameter: a scalar, or an array with all sizes n except
// those that are numbers.
func argument(p *syntax.Binding, n int) (string, bool) {
	t := p.Type
	if t == nil || t.Mem != nil || t.Elem == syntax.Mem {
		return "", false
	}
	var bounds, terms []string
	for d, size := range t.Dims {
		s := num.Of(int64(n))
		if lit, ok := size.(*syntax.IntLit); ok {
			s = lit.Val
		}
		bounds = append(bounds, fmt.Sprintf("i%d <= %s", d, s))
		terms = append(terms, fmt.Sprintf("%d * i%d", 2*d+1, d))
	}
	element := "1"
	if len(terms) > 0 {
		element = "1 + (" + strings.Join(terms, " + ") + ") % 3"
	}
	if t.Elem == syntax.F64 {
		element = "f64(" + element + ") / 2.0"
	}
	if len(bounds) > 0 {
		element = "(kernel " + strings.Join(bounds, ", ") + " do " + element + ")"
	}
	return element, true
}

// TestSmallSizes calls each function of the benchmarks and of the library on empty arrays, and on
// arrays with one and with three elements in each dimension. All engines must give the same value,
// or all must be stuck (without -full only the value semantics runs). testdata/sizes.golden lists
// what is stuck, and why.
func TestSmallSizes(t *testing.T) {
	var stuck strings.Builder
	var others []string
	if *full {
		others = []string{"heap", "imp"}
	}
	dir := t.TempDir()
	try := func(path string, d *syntax.Def) {
		for _, n := range []int{0, 1, 3} {
			var args []string
			for _, p := range d.Params {
				a, ok := argument(p, n)
				if !ok {
					return
				}
				args = append(args, a)
			}
			expr := d.Name + "(" + strings.Join(args, ", ") + ")"
			first, err := called(t, path, expr, "value")
			for _, engine := range others {
				if got, other := called(t, path, expr, engine); got != first || (other == nil) != (err == nil) {
					t.Errorf("%s: %s gives %s, %v, and value %s, %v", expr, engine, got, other, first, err)
				} else if other != nil && other.Kind != diag.Stuck && other.Kind != err.Kind {
					t.Errorf("%s, %s: %v", expr, engine, other)
				}
			}
			if err != nil {
				if err.Kind == diag.Bug || err.Kind == diag.Syntax {
					t.Errorf("%s: %v", expr, err)
				}
				fmt.Fprintf(&stuck, "%s, size %d: %s: %s\n", d.Name, n, err.Kind, err.Msg)
			}
		}
	}
	for _, folder := range benchmarks {
		for _, path := range glob(t, folder+"/*.fun") {
			p, err := syntax.Parse(source(t, path))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&stuck, "-- %s\n", filepath.ToSlash(path))
			for _, d := range p.Defs() {
				try(path, d)
			}
		}
	}
	empty := filepath.Join(dir, "empty.fun")
	put(t, empty, "")
	for _, f := range std.Files() {
		fmt.Fprintf(&stuck, "-- %s\n", f.Path())
		for _, d := range f.Prog.Defs() {
			if !d.OverNum() {
				try(empty, d)
				continue
			}
			ints, reals := d.Instances()
			try(empty, ints)
			try(empty, reals)
		}
	}
	testkit.Golden(t, "testdata/sizes.golden", stuck.String())
}

// TestOracles compares functions of the benchmarks with Go on all small sizes.
func TestOracles(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	same := func(path, expr, want string) {
		t.Helper()
		for _, engine := range []string{"value", "imp"} {
			got, err := called(t, path, expr, engine)
			if err != nil {
				t.Errorf("%s, %s: %v", expr, engine, err)
			} else if got != want && !strings.Contains(got, `"value":`+want) {
				t.Errorf("%s, %s is %s, wanted %s", expr, engine, got, want)
			}
		}
	}
	text := func(x []int) string {
		if len(x) == 0 {
			return "empty([0]int)"
		}
		return strings.ReplaceAll(fmt.Sprint(x), " ", ", ")
	}
	for n := range 8 {
		x := make([]int, n)
		for k := range x {
			x[k] = r.Intn(9) - 4
		}
		want := slices.Sorted(slices.Values(x))
		json := "[" + strings.ReplaceAll(strings.Trim(fmt.Sprint(want), "[]"), " ", ",") + "]"
		same("accelerate/bubblesort.fun", "sort("+text(x)+")", json)
		same("accelerate/quicksort.fun", "quicksort("+text(x)+")", json)
	}
	for _, n := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 16} {
		re, im := make([]int, n), make([]int, n)
		for k := range re {
			re[k], im[k] = r.Intn(9)-4, r.Intn(9)-4
		}
		as := func(x []int) string {
			return "(kernel i <= " + fmt.Sprint(n) + " do f64(" + text(append(x, 0)) + "[i]))"
		}
		args := as(re) + ", " + as(im)
		diff := func(f string) string {
			var worst []string
			for k := range n {
				var sum complex128
				for j := range n {
					sum += complex(float64(re[j]), float64(im[j])) * cmplx.Rect(1, -2*3.141592653589793*float64(j*k%n)/float64(n))
				}
				worst = append(worst, fmt.Sprintf("abs(x[%d] - (%.12f)) < 1e-9 && abs(y[%d] - (%.12f)) < 1e-9", k+1, real(sum), k+1, imag(sum)))
			}
			return "let (x, y) = " + f + "(" + args + ") in " + strings.Join(append(worst, "1"), " && ")
		}
		same("accelerate/fft.fun", diff("dft"), "1")
		if n&(n-1) == 0 {
			same("accelerate/fft.fun", diff("fft"), "1")
		} else if got, err := called(t, "accelerate/fft.fun", "fft("+args+")", "value"); err == nil || !strings.Contains(err.Msg, "`power` is") {
			t.Errorf("fft of %d numbers gives %s, %v", n, got, err)
		}
	}
	for n := range 5 {
		for m := range 5 {
			a := fmt.Sprintf("(kernel i <= %d, j <= %d do f64((i * i + 3 * j) %% 7))", n, m)
			same("sac/relax.fun", "relaxAPL(2, "+a+") == relax(2, "+a+")", "1")
			for _, density := range []int{0, 1, 2} {
				a := fmt.Sprintf("(kernel i <= %d, j <= %d do if (i + j) %% 2 < %d then f64(i + j) else 0.0)", n, m, density)
				x := fmt.Sprintf("(kernel j <= %d do f64(j))", m)
				rows := fmt.Sprintf("(kernel i <= %d do loop (s = 0.0) for j <= %d do s + (if (i + j) %% 2 < %d then f64(i + j) else 0.0) * f64(j))", n, m, density)
				same("nas/cg.fun", "let (start, column, value) = sparse("+a+") in times(start, column, value, "+x+") == "+rows, "1")
			}
		}
	}
}
