package checked_test

import (
	"slices"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/gpu"
	"funmem/internal/cores"
	"funmem/lower/checked"
)

// TestKernels: which kernels of programs of Fun run as native code, and that results are those of the closures.
func TestKernels(t *testing.T) {
	d := cores.Device(t)
	for name, c := range map[string]struct {
		text             string
		natively, others []string
	}{
		"a stencil": {`
def step [r][c] (a : [r][c]f64) (k : f64) : [r][c]f64 =
  kernel i <= r, j <= c do a[i, j] + k * (a[max(i - 1, 1), j] - sqrt(a[i, min(j + 1, c)]))
let a = kernel i <= 70, j <= 90 do f64(i * j % 7) / 3.0
loop (a = a) for k <= 4 do step(a, f64(k))`, []string{"a", "i"}, nil},
		"a product": {`
let a = kernel i <= 70, j <= 80 do f64(i * j % 7) / 3.0
let b = kernel i <= 80, j <= 90 do f64(i + j) / 7.0
let c = kernel i <= 70, j <= 90 do reduce (\s x y -> s + x * y) 0.0 a[i] b[:, j]
c`, []string{"a", "b", "c"}, nil},
		"calls": {`
def count (n : int) : int = let (k, m) = loop (k = 0, m = n) while m != 1 do (k + 1, if m % 2 == 0 then m / 2 else 3 * m + 1) in k
let a = kernel i <= 300 do count(i)
a`, []string{"a"}, nil},
		"functions of C": {`
let a = kernel i <= 100 do f64(i)
let b = kernel i <= 100 do exp(a[i])
b`, []string{"a"}, []string{"b"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := withMemory(t, c.text)
			k := checked.On(func() (gpu.Device, error) { return d, nil })
			got, ok := fast.CheckNatively(background, p, nil, engine.Options{Threads: 2}, k, true)
			want, ok2 := fast.Check(background, p, nil, engine.Options{})
			if !ok || !ok2 {
				t.Fatalf("clean: %t natively, %t otherwise", ok, ok2)
			}
			for j, v := range want.Results {
				if !v.Equal(got.Results[j]) {
					t.Errorf("result %d differs", j)
				}
			}
			if natively, others := k.Ran(); !slices.Equal(natively, c.natively) || !slices.Equal(others, c.others) {
				t.Errorf("natively %q, others %q; want %q, %q", natively, others, c.natively, c.others)
			}
		})
	}
}
