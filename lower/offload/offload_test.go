package offload_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/gpu"
	"funmem/internal/devices"
	"funmem/internal/testkit"
	"funmem/lower/emit"
	"funmem/lower/native"
	"funmem/lower/native/programs"
	"funmem/lower/offload"
	"funmem/lower/pass"
	"funmem/lower/rewrite"
	"funmem/lower/schedule"
	"funmem/lower/toimp"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/erase"
	ast "funmem/semantics/imp"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// passed is a program of Fun or FUNMEM as the rules take it, and after some passes.
func passed(text, passes string) (rules, core *syntax.Program, err error) {
	p, err := syntax.Parse(diag.NewSource("t.fun", text))
	if err != nil {
		return nil, nil, err
	}
	s := elab.NewSession(nil)
	u, err := s.Program(p)
	if err != nil {
		return nil, nil, err
	}
	form, rules := pass.Fun, u.Core
	if u.Mem {
		form, rules = pass.FunMem, shown(erase.Covered(u.Core, nil), u.Results)
	}
	steps, err := pass.Steps(passes, form)
	if err != nil {
		return nil, nil, err
	}
	core = u.Core
	supply := s.Supply()
	for _, s := range steps {
		options := map[string]string{"exact": "yes", "sums": "yes"} // what is stuck must stay stuck
		for name, v := range s.Options {
			if options[name] == "" {
				options[name] = v
			}
		}
		if core, err = s.Pass.Run(&rewrite.Job{Supply: supply, Options: options, Type: none}, core); err != nil {
			return nil, nil, err
		}
	}
	return rules, core, nil
}

// none is the types of variables from outside, where there are none.
func none(int) *syntax.Type { return nil }

// lowered is a program of Fun or FUNMEM as the rules take it, and after some passes as IMP, and which of its kernels are
// proved free of races.
func lowered(text, passes string) (*syntax.Program, *ast.Program, func(*ast.Kernel) bool, error) {
	rules, core, err := passed(text, passes)
	if err != nil {
		return nil, nil, nil, err
	}
	q, _, err := toimp.Program(core, toimp.Options{Type: none})
	return rules, q, native.Proved(core, none, nil), err
}

// shown is a program without its results that are blocks, which IMP does not return.
func shown(p *syntax.Program, results []elab.Result) *syntax.Program {
	q := &syntax.Program{Span: p.Span}
	for _, d := range p.Decls {
		if in, ok := d.(*syntax.In); ok {
			arrays := &syntax.In{Span: in.Span}
			for _, x := range in.Res {
				if results[0].Type.Elem != syntax.Mem {
					arrays.Res = append(arrays.Res, x)
				}
				results = results[1:]
			}
			d = arrays
		}
		q.Decls = append(q.Decls, d)
	}
	return q
}

// same tells whether two values are the same, but for the last digits of f64s.
func same(v, w value.Val) bool {
	if v.Equal(w) {
		return true
	}
	a, b := fmt.Sprint(v), fmt.Sprint(w)
	x, y := numbers(a), numbers(b)
	if len(x) != len(y) || v.Elem() != syntax.F64 {
		return false
	}
	for k := range x {
		if x[k] != y[k] && !(math.Abs(x[k]-y[k]) <= 1e-12*math.Max(math.Abs(x[k]), 1)) {
			return false
		}
	}
	return true
}

func numbers(text string) (list []float64) {
	for _, f := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("[], \n", r) }) {
		var x float64
		fmt.Sscan(f, &x)
		list = append(list, x)
	}
	return list
}

// result is what became of a program.
type result struct {
	whole, early, launches, grids int
	text                          string // of the last program's kernels
}

// compare runs a program on the device and under the rules.
func compare(t interface {
	Helper()
	Fatalf(string, ...any)
}, d devices.Device, text, passes string, rewritten bool, sum *result) {
	t.Helper()
	list := []string{}
	if rewritten {
		if list = rewrites(d.In); d.Limits().Shared {
			list = schedule.Processors
		}
	}
	compareAfter(t, d, text, passes, list, sum)
}

// rewrites are those for GPUs.
func rewrites(in emit.Dialect) []string {
	if in.Name == emit.CUDA.Name {
		return schedule.CUDA
	}
	return schedule.Devices
}

// compareAfter is compare with a list of rewrites.
func compareAfter(t interface {
	Helper()
	Fatalf(string, ...any)
}, d devices.Device, text, passes string, list []string, sum *result) {
	t.Helper()
	core, q, free, err := lowered(text, passes)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	ctx := context.Background()
	if q, err = schedule.Through(list, q, free, nil, nil); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var refused *diag.Diagnostic
	p, err := offload.New(ctx, d, d.In, q, free, gpu.Freedom{}, nil)
	if errors.As(err, &refused) {
		return // no engine compiles it
	}
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, text, ast.Print(q))
	}
	sum.text = p.Text
	before := d.Account()
	opts := engine.Options{Memory: 1 << 28}
	want, stuck := value.New(opts).Run(ctx, core)
	got, err := p.Run(ctx, nil, opts, nil, nil)
	after := d.Account()
	sum.launches += int(after.Launches - before.Launches)
	sum.grids += len(p.Grids)
	if after.Held != before.Held {
		t.Fatalf("%d words are left on the device\n%s", after.Held-before.Held, text)
	}
	var early *offload.Early
	switch {
	case errors.As(err, &early):
		sum.early++
		return
	case err != nil:
		t.Fatalf("%v\n%s", err, text)
	case stuck != nil:
		t.Fatalf("it has values on the device, and by the rules it ends with %v\n%s", stuck, text)
	}
	sum.whole++
	for k := range want {
		if !same(want[k], got[k]) {
			t.Fatalf("result %d is %v on the device, and %v by the rules\n%s\n%s\n%s", k+1, got[k], want[k], text, ast.Print(q), p.Text)
		}
	}
}

// TestPrograms compares the programs that native code is tested with.
func TestPrograms(t *testing.T) {
	t.Parallel()
	devices.Each(t, testPrograms)
}

func testPrograms(t *testing.T, d devices.Device) {
	var sum result
	for k, program := range programs.All() {
		if k%testkit.Sample(6, 1) != 0 {
			continue // each kernel is compiled, which takes long
		}
		compare(t, d, program.Text, "cpu", k%2 == 0, &sum)
	}
	t.Logf("%+v", sum)
	if sum.whole < 2*sum.early || sum.launches < sum.whole/2 {
		t.Errorf("%+v", sum)
	}
}

// TestRandom compares random programs.
func TestRandom(t *testing.T) {
	t.Parallel()
	devices.Each(t, testRandom)
}

func testRandom(t *testing.T, d devices.Device) {
	var sum result
	for name, of := range map[string]func(*rapid.T) string{"Program": testkit.Program, "Updates": testkit.Updates, "Sized": testkit.Sized} {
		draw := rapid.Custom(of)
		for seed := range testkit.Sample(3, 40) {
			text := draw.Example(seed)
			t.Run(fmt.Sprintf("%s/%d", name, seed), func(t *testing.T) {
				compare(t, d, text, []string{"introduce", "cpu"}[seed%2], seed%3 == 0, &sum)
			})
		}
	}
	t.Logf("%+v", sum)
	if sum.whole == 0 || sum.launches == 0 {
		t.Errorf("%+v", sum)
	}
}

// unwritten is a program in which a thread ends early, so that what the next kernel takes for an index was never written.
const unwritten = `
def g [m] (p : int) (n : int) (a : [m]int) (z : int) =
  let t = kernel i <= p do loop (s = 0) for k <= 3 do 1000000000000 * i + k
  let w = loop (s = 0) for k <= 20 do s + t[k * 7]
  let c = kernel i <= 1000 do i * i + z
  let d = kernel i <= n do loop (s = 1) for k <= 3 do 1 + (s + a[if i == z then i - 30000 else 1 + i % m] % 7) % 7
  let e = kernel i <= n do loop (s = 0) for k <= 3 do s + c[d[(i * k) % n + 1]]
  in (w, c, d, e)
let a = kernel i <= 1000 do i + 1
let (w, c, d, e) = g(20000, 20000, a, 20001)
(w, sum(c), sum(d), sum(e))
let (w3, c3, d3, e3) = g(20000, 20000, a, 50)
sum(e3)
`

// TestUnwritten: no kernel runs after one in which a thread has ended early.
func TestUnwritten(t *testing.T) { devices.Each(t, testUnwritten) }

func testUnwritten(t *testing.T, d devices.Device) {
	var sum result
	compare(t, d, unwritten, "cpu", true, &sum)
	if sum.early != 1 || sum.launches == 0 {
		t.Errorf("%+v", sum)
	}
}

// TestNames: variables may have the names of words and functions of OpenCL C.
func TestNames(t *testing.T) { devices.Each(t, testNames) }

func testNames(t *testing.T, d devices.Device) {
	var sum result
	compare(t, d, "def g (n : int) (NAN : int) (vec_step : int) (half : f64) = kernel global <= n do f64(global + NAN + vec_step + global % 7) * half + sqrt(half)\ng(200, 3, 4, 0.5)", "cpu", false, &sum)
	if sum.whole != 1 || sum.launches == 0 {
		t.Errorf("%+v", sum)
	}
}

// TestOutside: a kernel is no grid if a block in it may be one of several from outside: a pointer of OpenCL C says where its
// block lies.
func TestOutside(t *testing.T) { devices.Each(t, testOutside) }

func testOutside(t *testing.T, d devices.Device) {
	var sum result
	compare(t, d, "def f [n] (a : [n]int) (b : [n]int) = kernel i <= n do (let c = if a[i] > 9 then a else b in c[n + 1 - i])\nf(iota 300, kernel i <= 300 do 7 - i)", "introduce", false, &sum)
	if sum.whole != 1 || sum.grids == 0 {
		t.Errorf("%+v", sum)
	}
}

// TestStop: who interrupts a run need not wait for threads that run long.
func TestStop(t *testing.T) { devices.Each(t, testStop) }

func testStop(t *testing.T, d devices.Device) {
	_, q, free, err := lowered("def f (n : int) (m : int) = kernel i <= n do loop (s = i) for k <= m do (s * 3 + k) % 1000003\nf(64, 4000000)", "cpu")
	if err != nil {
		t.Fatal(err)
	}
	p, err := offload.New(context.Background(), d, d.In, q, free, gpu.Freedom{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, stop)
	if _, err := p.Run(ctx, nil, engine.Options{Memory: 1 << 28}, nil, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestMemory: buffers of other sizes that are spare do not take more memory than there is.
func TestMemory(t *testing.T) { devices.Each(t, testMemory) }

func testMemory(t *testing.T, d devices.Device) {
	core, q, free, err := lowered(`
def f (n : int) (k : int) =
  let (s, z) = loop (s = 0, z = 0) for r <= k do
    let x = kernel i <= n + r * 100 do loop (t = i) for j <= 3 do (t * 3 + r) % 1009
    let y = kernel i <= n + r * 100 do loop (t = 0) for j <= 3 do t + x[(i * j) % n + 1]
    in (s + y[r] % 7, y[3])
  in s
f(1000, 50)`, "cpu")
	if err != nil {
		t.Fatal(err)
	}
	p, err := offload.New(context.Background(), d, d.In, q, free, gpu.Freedom{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := value.New(engine.Options{Memory: 1 << 28}).Run(context.Background(), core)
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.Run(context.Background(), nil, engine.Options{Memory: 1 << 19}, nil, nil) // ten buffers
	if err != nil || !got[0].Equal(want[0]) {
		t.Error(got, err)
	}
	var early *offload.Early
	if _, err := p.Run(context.Background(), nil, engine.Options{Memory: 1 << 15}, nil, nil); !errors.As(err, &early) || early.Status != emit.Memory {
		t.Error(err)
	}
	if d.Account().Held != 0 {
		t.Error(d.Account())
	}
}
