//go:build cgo && linux

package opencl

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"funmem/gpu"
	"funmem/internal/testkit"
)

// opened opens a device. Without one the test is skipped, unless REQUIRE_OPENCL is set.
func opened(t *testing.T) gpu.Accelerator {
	t.Helper()
	d, err := Open()
	testkit.Needs(t, "REQUIRE_OPENCL", err)
	t.Cleanup(func() { d.Close() })
	return d
}

const text = `
__kernel void twice(__global long *x, long n) {
  long i = get_global_id(0);
  if (i < n) x[i] *= 2;
}
__kernel void add(__global const long *x, __global const long *y, __global long *z, long k) {
  long i = get_global_id(0);
  z[i] = x[i] + y[i] + k;
}
__kernel void difference(__global const double *x, __global double *y) {
  long i = get_global_id(0);
  y[i] = x[3 * i] * x[3 * i + 1] - x[3 * i + 2];
}
`

func words(n int, f func(k int) int64) []int64 {
	list := make([]int64, n)
	for k := range list {
		list[k] = f(k)
	}
	return list
}

// must is the value, if there is no error.
func must[T any](v T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func fine(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// TestKernels: kernels see what was written before, in the order of the commands.
func TestKernels(t *testing.T) {
	d := opened(t)
	k := must(d.Build(context.Background(), text, gpu.Freedom{}))(t)
	const n = 1000
	x, y, z := must(d.Alloc(n))(t), must(d.Alloc(n))(t), must(d.Alloc(n))(t)
	got := make([]int64, n)
	fine(t, x.In(0, words(n, func(k int) int64 { return int64(k) })), y.In(0, words(n, func(k int) int64 { return int64(-3 * k) })),
		k.Launch("twice", 8, 128, x, int64(n)), k.Launch("add", 10, 100, x, y, z, int64(7)),
		x.Copy(10, z, 20, 30), d.Wait(context.Background()), z.Out(0, got))
	for i, v := range got {
		if v != int64(7-i) {
			t.Fatal(i, v)
		}
	}
	fine(t, x.Out(10, got[:30]))
	if got[0] != 7-20 || got[29] != 7-49 {
		t.Error(got[:30])
	}
	want := gpu.Account{Buffers: 3, Allocations: 3, Launches: 2, WordsIn: 2 * n, WordsOut: n + 30, Within: 30, Held: 3 * n}
	if got := d.Account(); got != want {
		t.Errorf("%+v instead of %+v", got, want)
	}
	z.Free()
	if got := d.Account().Held; got != 2*n {
		t.Error(got)
	}
}

// TestExact: a product and a sum are two operations unless they may be one.
func TestExact(t *testing.T) {
	d := opened(t)
	k := must(d.Build(context.Background(), text, gpu.Freedom{}))(t)
	const n = 4096
	in := make([]int64, 3*n)
	for i := range n {
		a, b := 1+float64(i)/n, 1+float64(i+1)/n
		in[3*i], in[3*i+1], in[3*i+2] = int64(math.Float64bits(a/3)), int64(math.Float64bits(b/7)), int64(math.Float64bits((a/3)*(b/7)))
	}
	x, y := must(d.Alloc(3*n))(t), must(d.Alloc(n))(t)
	got := make([]int64, n)
	fine(t, x.In(0, in), k.Launch("difference", n/64, 64, x, y), y.Out(0, got))
	for i, v := range got {
		if v != 0 {
			t.Fatalf("%d: %g", i, math.Float64frombits(uint64(v)))
		}
	}
	if same := must(d.Build(context.Background(), text, gpu.Freedom{}))(t); same != k {
		t.Error("it was compiled twice")
	}
	if other := must(d.Build(context.Background(), text, gpu.Freedom{Contract: true}))(t); other == k {
		t.Error("contraction is no other program")
	}
}

// TestErrors: each has a place and a reason, and the device works after it.
func TestErrors(t *testing.T) {
	d := opened(t)
	ctx := context.Background()
	var refused *gpu.CompileError
	if _, err := d.Build(ctx, "__kernel void f(__global long *x) {\n  x[0] = nothing;\n}\n", gpu.Freedom{}); !errors.As(err, &refused) || !strings.Contains(refused.Output, ":2:") || !strings.Contains(refused.Output, "nothing") {
		t.Errorf("%v", err)
	}
	if _, err := d.Build(ctx, strings.Repeat("nothing;\n", 3000), gpu.Freedom{}); !errors.As(err, &refused) || refused.Output == "" || len(refused.Output) > 4096 {
		t.Error("what the compiler said of many mistakes is not there")
	}
	var full *gpu.MemoryError
	for _, n := range []int64{-1, math.MaxInt64, d.Limits().Words + 1} {
		if _, err := d.Alloc(n); !errors.As(err, &full) || full.Words != n {
			t.Errorf("%d words: %v", n, err)
		}
	}
	x := must(d.Alloc(10))(t)
	for _, at := range []int64{-1, 9, math.MaxInt64} {
		if x.In(at, []int64{1, 2}) != gpu.ErrBounds || x.Out(at, make([]int64, 2)) != gpu.ErrBounds || x.Copy(at, x, 0, 2) != gpu.ErrBounds || x.Copy(0, x, at, 2) != gpu.ErrBounds {
			t.Error("words outside of a buffer", at)
		}
	}
	k := must(d.Build(ctx, text, gpu.Freedom{}))(t)
	if err := k.Launch("thrice", 1, 1, x); !errors.Is(err, gpu.ErrNoFunction) {
		t.Error(err)
	}
	if err := k.Launch("twice", 1, d.Limits().Group+1, x, int64(1)); err == nil {
		t.Error("a group that is too large")
	}
	if err := k.Launch("twice", 1, 1, x); err == nil {
		t.Error("an argument is missing")
	}
	if err := k.Launch("twice", 1, 1, x, 3); err == nil {
		t.Error("an argument of another type")
	}
	fine(t, x.In(0, []int64{21}), k.Launch("twice", 1, 1, x, int64(1)))
	got := []int64{0}
	if fine(t, x.Out(0, got)); got[0] != 42 {
		t.Error(got)
	}
	x.Free()
	x.Free()
	if x.In(0, got) != gpu.ErrFreed || k.Launch("twice", 1, 1, x, int64(1)) != gpu.ErrFreed {
		t.Error("a freed buffer was used")
	}
	empty := must(d.Alloc(0))(t)
	fine(t, empty.In(0, nil), empty.Out(0, nil), k.Launch("twice", 1, 1, empty, int64(0)))
	fine(t, k.Close(), d.Close())
	if d.Close() != gpu.ErrFreed || k.Launch("twice", 1, 1, empty, int64(0)) != gpu.ErrFreed || d.Wait(ctx) != gpu.ErrFreed {
		t.Error("a closed device was used")
	}
	if _, err := d.Alloc(1); err != gpu.ErrFreed {
		t.Error(err)
	}
	if _, err := d.Build(ctx, text+"\n", gpu.Freedom{}); err != gpu.ErrFreed {
		t.Error(err)
	}
}

// TestStop: who does not want to wait gets control back.
func TestStop(t *testing.T) {
	d := opened(t)
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if err := d.Wait(ctx); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := d.Build(ctx, text+"// once more\n", gpu.Freedom{}); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestConcurrent: several threads use and free the same device.
func TestConcurrent(t *testing.T) {
	d := opened(t)
	var all sync.WaitGroup
	errs := make(chan error, 8)
	for g := range 8 {
		all.Go(func() {
			errs <- func() error {
				for round := range 20 {
					k, err := d.Build(context.Background(), text, gpu.Freedom{})
					if err != nil {
						return err
					}
					x, err := d.Alloc(64)
					if err != nil {
						return err
					}
					got := make([]int64, 64)
					if err := errors.Join(x.In(0, words(64, func(k int) int64 { return int64(g + k*round) })), k.Launch("twice", 1, 64, x, int64(64)), x.Out(0, got)); err != nil {
						return err
					}
					x.Free()
					for k, v := range got {
						if v != int64(2*(g+k*round)) {
							return fmt.Errorf("%d: %d", k, v)
						}
					}
				}
				return nil
			}()
		})
	}
	all.Wait()
	close(errs)
	for err := range errs {
		fine(t, err)
	}
	if d.Account().Held != 0 {
		t.Error(d.Account())
	}
}
