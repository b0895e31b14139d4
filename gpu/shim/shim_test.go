package shim_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"funmem/gpu"
	"funmem/gpu/shim"
	"funmem/internal/testkit"
)

const kernels = `extern "C" __global__ void add(long long *x, long long *y, long long n) {
  long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i < n) y[i] += x[i];
}
extern "C" __global__ void beyond(long long *x, long long n) { x[n + threadIdx.x] = 1; }
extern "C" __global__ __launch_bounds__(4) void turned(long long *x, long long *y) {
  __shared__ long long s[4];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = s[3 - threadIdx.x];
}`

// opened is the device with the kernels, and what it has told.
func opened(t *testing.T) (gpu.Accelerator, gpu.Kernels, *[]*shim.Launch) {
	t.Helper()
	var list []*shim.Launch
	d, err := shim.Open(func(l *shim.Launch) { list = append(list, l) })
	testkit.Needs(t, "REQUIRE_CC", err)
	k, err := d.Build(context.Background(), kernels, gpu.Freedom{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d, k, &list
}

func block(t *testing.T, d gpu.Accelerator, data ...int64) gpu.Buffer {
	t.Helper()
	b, err := d.Alloc(int64(len(data)))
	if err == nil {
		err = b.In(0, data)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func words(t *testing.T, b gpu.Buffer) []int64 {
	t.Helper()
	data := make([]int64, b.Words())
	if err := b.Out(0, data); err != nil {
		t.Fatal(err)
	}
	return data
}

// TestLaunch: kernels compute, and what each thread touches is told.
func TestLaunch(t *testing.T) {
	d, k, seen := opened(t)
	x, y := block(t, d, 1, 2, 3), block(t, d, 10, 20, 30)
	if err := k.Launch("add", 2, 2, x, y, int64(3)); err != nil {
		t.Fatal(err)
	}
	if got := words(t, y); !slices.Equal(got, []int64{11, 22, 33}) {
		t.Error(got)
	}
	if err := k.Launch("add", 1, 3, y, y, int64(3)); err != nil { // one buffer by two names
		t.Fatal(err)
	}
	if got := words(t, y); !slices.Equal(got, []int64{22, 44, 66}) {
		t.Error(got)
	}
	l := (*seen)[0]
	if l.Kernel != "add" || l.Strays || len(l.Accesses) != 9 {
		t.Fatalf("%+v", l)
	}
	for _, a := range []shim.Access{{Thread: 2, Argument: 0, Word: 2}, {Thread: 2, Argument: 1, Word: 2}, {Thread: 2, Argument: 1, Word: 2, Write: true}} {
		if !slices.Contains(l.Accesses, a) {
			t.Errorf("%+v is not in %+v", a, l.Accesses)
		}
	}
	if a := d.Account(); a.Launches != 2 || a.Held != 6 || a.WordsIn != 6 {
		t.Errorf("%+v", a)
	}
}

// TestMeeting: threads of a group that wait for each other see what the others wrote before.
func TestMeeting(t *testing.T) {
	d, k, _ := opened(t)
	x, y := block(t, d, 1, 2, 3, 4), block(t, d, 0, 0, 0, 0)
	if err := k.Launch("turned", 1, 4, x, y); err != nil {
		t.Fatal(err)
	}
	if got := words(t, y); !slices.Equal(got, []int64{4, 3, 2, 1}) {
		t.Error(got)
	}
}

// TestStray: an access outside of all buffers ends the launch, and nothing else.
func TestStray(t *testing.T) {
	d, k, seen := opened(t)
	x, y := block(t, d, 1, 2, 3), block(t, d, 4)
	if err := k.Launch("beyond", 1, 2, x, int64(2)); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(words(t, x), words(t, y), (*seen)[0].Strays); got != "[1 2 1] [4] true" {
		t.Error(got)
	}
}

// TestRefused: what cannot be done is told.
func TestRefused(t *testing.T) {
	d, k, _ := opened(t)
	var refused *gpu.CompileError
	if _, err := d.Build(context.Background(), "nothing;", gpu.Freedom{}); !errors.As(err, &refused) {
		t.Error(err)
	}
	var full *gpu.MemoryError
	if _, err := d.Alloc(1 << 40); !errors.As(err, &full) {
		t.Error(err)
	}
	x := block(t, d, 1)
	for _, err := range []error{k.Launch("none", 1, 1, x), k.Launch("add", 0, 1, x), k.Launch("add", 1, 1, "x"), x.In(1, []int64{1}), x.Out(-1, []int64{1}), x.Copy(0, x, 0, 2)} {
		if err == nil {
			t.Error("it is not refused")
		}
	}
	t.Setenv("PATH", "")
	var absent *gpu.Absent
	if _, err := shim.Open(nil); !errors.As(err, &absent) {
		t.Error(err)
	}
}
