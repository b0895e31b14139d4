package offload_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/gpu"
	"funmem/gpu/cuda"
	"funmem/internal/devices"
	"funmem/internal/testkit"
	"funmem/lower/emit"
	"funmem/lower/offload"
	"funmem/lower/schedule"
)

// inGroups are programs that groups of threads run, and what they then have.
var inGroups = []struct{ name, has, text string }{
	{"", "_group", "sum(kernel i <= 5000 do loop (s = i) for k <= 3 do s * 5 % 1009)"},
	{"", "_group", "reduce (*) 1 (kernel i <= 5000 do 1 - 2 * (i % 2))"},
	{"", "_group", "reduce (*) 0.5 (kernel i <= 5000 do 1.0 + f64(i % 3) / 300000.0)"},
	{"", "_carry", "scan (*) 1 (kernel i <= 5000 do 1 - 2 * (i % 2))"},
	{"a sum", "_group", "sum_f64(kernel i <= 7000 do f64(i % 7) / 3.0)"},
	{"", "_group", "let a = kernel i <= 9000 do loop (s = i) for k <= 3 do s * 5 % 1009\nloop (lo = 1000, hi = 0, all = 0) for i <= 9000 do (min(lo, a[i] - 3), max(hi, a[i]), all + a[i])"},
	{"", "_square", ab + "kernel i <= 34 do kernel j <= 37 do sum(kernel k <= 20 do a[i, k] * b[k, j])"},
	{"", "_square", ab + "kernel i <= 34 do kernel j <= 34 do sum(kernel k <= 20 do a[i, k] * a[j, k] - k)"},
	{"a product", "_square", ab + "kernel j <= 37 do kernel i <= 34 do sum_f64(kernel k <= 20 do f64(a[i, k]) / f64(b[k, j] + 1))"},
	{"a transposition", "_square", ab + "kernel i <= 33 do kernel j <= 34 do c[j, i] - i"},
	{"", "_square", ab + "kernel i <= 37 do kernel j <= 33 do let x = d[j, i] in if x % 2 == 0 then x + d[j, 38 - i] else x - j"},
	{"", "_square", ab + "loop (c = c) for r <= 3 do kernel i <= 34 do kernel j <= 33 do c[i, j] % 5 + reduce max 0 (kernel k <= 20 do b[k, j] * c[i, k] % 11)"},
	{"", "_square", ab + "kernel i <= 34 do kernel j <= 37 do sum(kernel k <= 20 do a[i, k] * b[k, j] * 1000000000000000000)"},
	{"a scan", "_carry", "scan (+) 0 (kernel i <= 5000 do i * 5 % 1009)"},
	{"", "_carry", "scan (+) 0.0 (kernel i <= 5000 do f64(i * 5 % 1009) / 3.0)"},
	{"", "_carry", "scan max 0 (kernel i <= 4097 do i * 5 % 1009)"},
	{"", "_carry", "scan max 7 (kernel i <= 4096 do i * 4000000000000000 * i)"},
	{"", "_group", ab + "let v = kernel k <= 70 do k % 3\nkernel i <= 40 do sum(kernel k <= 70 do e[i, k] * v[k]) + i"},
	{"", "_group", ab + "kernel i <= 40 do let s = sum_f64(kernel k <= 70 do f64(e[i, k]) / 7.0) in if e[i, 1] % 2 == 0 then s else -s"},
	{"", "_carry", ab + "kernel i <= 40 do scan (+) 0.0 (kernel k <= 70 do f64(e[i, k]) / 7.0)"},
	{"", "_group", ab + "kernel i <= 40 do let x = e[i, 2] in loop (lo = x, hi = 0) for k <= 70 do (min(lo, e[i, k]), max(hi, e[i, k] + x))"},
}

const ab = `let a = kernel i <= 34 do kernel j <= 20 do loop (s = i * j) for k <= 3 do s * 5 % 1009
let b = kernel i <= 20 do kernel j <= 37 do loop (s = i + j) for k <= 3 do s * 7 % 1009
let c = kernel i <= 34 do kernel j <= 33 do loop (s = i + j) for k <= 3 do s * 7 % 1009
let d = kernel i <= 33 do kernel j <= 37 do loop (s = i + j) for k <= 3 do s * 7 % 1009
let e = loop (e = kernel i <= 40 do kernel j <= 70 do i * j) for r <= 2 do kernel i <= 40 do kernel j <= 70 do e[i, j] * 5 % 1009
`

// named is the text of a program that has a name.
func named(t *testing.T, name string) string {
	t.Helper()
	for _, p := range inGroups {
		if p.name == name {
			return p.text
		}
	}
	t.Fatalf("there is no program %q", name)
	return ""
}

// TestGroups: what groups of threads compute together is what the rules say.
func TestGroups(t *testing.T) {
	t.Parallel()
	devices.Each(t, testGroups)
}

func testGroups(t *testing.T, d devices.Device) {
	few := struct{ name, has, text string }{"few rows", "_group", "let a = loop (a = kernel i <= 3 do kernel j <= 70000 do i * j) for r <= 2 do kernel i <= 3 do kernel j <= 70000 do a[i, j] * 5 % 1009\nkernel i <= 3 do i + sum(kernel k <= 70000 do a[i, k])"}
	long := struct{ name, has, text string }{"a long scan", "_carry", "let x = scan (+) 0 (kernel i <= 600000 do i * 5 % 1009)\nx[1] + x[77777] + x[600000]"}
	for k, p := range append(inGroups, few, long) {
		if k%testkit.Fewest(2, 1, 1) != 0 {
			continue
		}
		var sum result
		compareAfter(t, d, p.text, "cpu", rewrites(d.In), &sum)
		if sum.whole+sum.early != 1 || sum.launches < 2 {
			t.Errorf("%s: %d whole, %d early, %d launches", p.text, sum.whole, sum.early, sum.launches)
		}
		if !strings.Contains(sum.text, p.has) {
			t.Errorf("%s: there is no %s", p.text, p.has)
		}
		if chain := strings.Contains(p.text, "scan (+) 0 ") || strings.HasPrefix(p.text, "scan max") || strings.HasPrefix(p.text, "scan (*)"); d.In.Name == emit.CUDA.Name && chain != strings.Contains(sum.text, "fm_tell(fm_own") {
			t.Errorf("%s: groups look back at others: %t", p.text, !chain)
		}
	}
}

// TestGroupsCompiled: CUDA's compiler takes the kernels of groups.
func TestGroupsCompiled(t *testing.T) {
	t.Setenv(cuda.CompilerVariable, "") // not the fake
	for k, p := range inGroups {
		if k%testkit.Sample(3, 1) != 0 {
			continue
		}
		_, q, free, err := lowered(p.text, "cpu")
		if err == nil {
			q, err = schedule.Through(schedule.CUDA, q, free, nil, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		text, _, err := emit.Kernels(q, emit.CUDA, free, nil)
		if err != nil {
			t.Fatal(err)
		}
		c, err := cuda.Compile(emit.Narrow+text, "sm_80", gpu.Freedom{})
		var refused *gpu.CompileError
		if errors.As(err, &refused) {
			t.Fatalf("%v\n%s", err, text)
		}
		testkit.Needs(t, "REQUIRE_NVRTC", err)
		for _, k := range c.Kernels {
			t.Logf("%+v", k)
			if k.Spilled > 0 {
				t.Errorf("%+v\n%s", k, p.text)
			}
		}
	}
}

// TestGroupLimit: a kernel that may have few threads in a group gets no more, and one of groups that need more is refused.
func TestGroupLimit(t *testing.T) {
	t.Setenv("FAKE_GROUP", "100")
	a, err := devices.CUDA()
	testkit.Needs(t, "REQUIRE_CC", err)
	defer a.Close()
	d := devices.Device{Accelerator: a, In: emit.CUDA}
	var sum result
	compareAfter(t, d, "kernel i <= 1000 do 2 * i", "cpu", schedule.CUDA, &sum)
	if sum.whole != 1 {
		t.Errorf("%d whole", sum.whole)
	}
	_, q, free, err := lowered(named(t, "a product"), "cpu")
	if err == nil {
		q, err = schedule.Through(schedule.CUDA, q, free, nil, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	p, err := offload.New(context.Background(), d, d.In, q, free, gpu.Freedom{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Run(context.Background(), nil, engine.Options{Memory: 1 << 28}, nil, nil); err == nil || !strings.Contains(err.Error(), "runs in groups of 256 threads, and the device has at most 100 for it") {
		t.Error(err)
	}
}

// TestGroupsStay: no thread of a group accesses what lies in no buffer, also where an iteration fails before it would.
func TestGroupsStay(t *testing.T) {
	t.Setenv("FAKE_WATCH", "1")
	a, err := devices.CUDA()
	testkit.Needs(t, "REQUIRE_CC", err)
	defer a.Close()
	const far = "let a = kernel i <= 40 do kernel j <= 40 do loop (s = i * j) for r <= 3 do s * 7 % 1009\nlet b = kernel i <= 40 do kernel j <= 40 do loop (s = i + j) for r <= 3 do s * 7 % 1009\nlet p = a[2, 3] % 7 + 400000\n"
	for text, early := range map[string]int{
		far + "kernel i <= 40 do kernel j <= 40 do a[j + p, i]":                                           1,
		far + "kernel i <= 40 do kernel j <= 40 do loop (s = 0) for k <= 40 do s + a[i, k + p] * b[k, j]": 1,
		far + "kernel i <= 40 do kernel j <= 40 do loop (s = 0) for k <= 40 do s + a[i, k] * b[k + p, j]": 1,
		far + "kernel i <= 40 do sum(kernel k <= 40 do a[i, k + p])":                                      1,
		named(t, "a product"): 0, named(t, "a transposition"): 0,
	} {
		var sum result
		compareAfter(t, devices.Device{Accelerator: a, In: emit.CUDA}, text, "cpu", schedule.CUDA, &sum)
		if sum.early != early || sum.whole+sum.early != 1 {
			t.Errorf("%s: %d whole, %d early", text, sum.whole, sum.early)
		}
	}
}
