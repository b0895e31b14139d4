//go:build cgo && linux

package fakecuda_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"funmem/gpu"
	"funmem/gpu/cuda"
	"funmem/internal/fakecuda"
	"funmem/internal/testkit"
)

// ready makes the fake the CUDA of this process, once.
var ready = sync.OnceValue(func() error {
	folder, err := os.MkdirTemp("", "fakecuda")
	if err != nil {
		return err
	}
	return fakecuda.Install(folder)
})

// opened opens the fake device. Without g++ the test is skipped, unless REQUIRE_CC is set.
func opened(t *testing.T) (d gpu.Accelerator, log string) {
	t.Helper()
	testkit.Needs(t, "REQUIRE_CC", ready())
	log = filepath.Join(t.TempDir(), "log")
	t.Setenv("FAKE_LOG", log)
	d, err := cuda.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		d.Close()
		if said, _ := os.ReadFile(log); string(said) != "released: 0 blocks left\n" { // of a file that Close makes
			t.Errorf("what the fake noted: %s", said)
		}
	})
	return d, log
}

const kernels = `
extern "C" __global__ void twice(long long *x, long long n) {
  long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
extern "C" __global__ void beyond(long long *x, long long at) { x[at] = 1; }
`

func fine(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// build compiles the kernels.
func build(t *testing.T, d gpu.Accelerator) gpu.Kernels {
	t.Helper()
	k, err := d.Build(context.Background(), kernels, gpu.Freedom{})
	fine(t, err)
	return k
}

// alloc makes a buffer.
func alloc(t *testing.T, d gpu.Accelerator, words int64) gpu.Buffer {
	t.Helper()
	b, err := d.Alloc(words)
	fine(t, err)
	return b
}

// TestBridge: kernels run, from many threads at the same time, and every command has a context.
func TestBridge(t *testing.T) {
	d, _ := opened(t)
	if d.Name() != "fake GPU" || d.Limits().Group != 1024 || d.Limits().Units != 4 || d.Limits().Words != 1<<29 {
		t.Error(d.Name(), d.Limits())
	}
	var all sync.WaitGroup
	errs := make(chan error, 6)
	for g := range 6 {
		all.Go(func() {
			errs <- func() error {
				k, err := d.Build(context.Background(), kernels, gpu.Freedom{})
				if err != nil {
					return err
				}
				x, err := d.Alloc(100)
				if err != nil {
					return err
				}
				defer x.Free()
				y, err := d.Alloc(100)
				if err != nil {
					return err
				}
				defer y.Free()
				data := make([]int64, 100)
				for i := range data {
					data[i] = int64(g + i)
				}
				got := make([]int64, 100)
				if err := errors.Join(x.In(0, data), k.Launch("twice", 4, 32, x, int64(100)), y.Copy(1, x, 0, 99), d.Wait(context.Background()), y.Out(1, got[:99])); err != nil {
					return err
				}
				for i, v := range got[:99] {
					if v != int64(2*(g+i)) {
						return fmt.Errorf("%d: %d", i, v)
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
	a := d.Account()
	if a.Launches != 6 || a.Held != 0 || a.Within != 6*99 || a.Allocations > 12 {
		t.Errorf("%+v", a)
	}
}

// TestNone: each thing that may be missing is named.
func TestNone(t *testing.T) {
	testkit.Needs(t, "REQUIRE_CC", ready())
	for _, c := range []struct{ variable, value, want string }{
		{"FAKE_DEVICES", "0", "has no device"},
		{"FAKE_VERSION", "10020", "the driver is for CUDA 10.2, and 11.0 or later is needed"},
		{"FAKE_INIT", "100", "no CUDA-capable device is detected (CUDA_ERROR_NO_DEVICE, CUDA 100)"},
		{cuda.CompilerVariable, "/nowhere/libnvrtc.so", "there is no compiler of CUDA (NVRTC): /nowhere/libnvrtc.so: cannot open shared object file: No such file or directory; FUNMEM_LIBNVRTC may say where libnvrtc is"},
	} {
		t.Run(c.variable, func(t *testing.T) {
			t.Setenv(c.variable, c.value)
			_, err := cuda.Open()
			var absent *gpu.Absent
			if !errors.As(err, &absent) || !strings.Contains(err.Error(), c.want) {
				t.Error(err)
			}
		})
	}
}

// TestFull: where there is no room, what is spare goes and it is tried again; otherwise the error says what there is.
func TestFull(t *testing.T) {
	t.Setenv("FAKE_BYTES", "80000")
	d, _ := opened(t)
	x := alloc(t, d, 1000)
	x.Free()
	y := alloc(t, d, 1000)
	if a := d.Account(); a.Allocations != 1 || a.Held != 1000 {
		t.Errorf("%+v", a)
	}
	y.Free() // it is spare
	t.Setenv("FAKE_FULL", "1")
	z := alloc(t, d, 500) // which fails, and then has room
	if a := d.Account(); a.Allocations != 2 || a.Held != 500 {
		t.Errorf("%+v", a)
	}
	t.Setenv("FAKE_FULL", "1") // with nothing spare
	_, err := d.Alloc(700)
	var full *gpu.MemoryError
	if !errors.As(err, &full) || full.Words != 700 || full.Held != 500 || full.Limit != 10000 || !strings.Contains(err.Error(), "CUDA_ERROR_OUT_OF_MEMORY") || !strings.Contains(err.Error(), "76000 bytes of 80000 are free") {
		t.Error(err)
	}
	if _, err := d.Alloc(9501); !errors.As(err, &full) {
		t.Error(err)
	}
	z.Free()
}

// TestFailed: a launch that fails names its kernel, and the device works after it.
func TestFailed(t *testing.T) {
	d, _ := opened(t)
	k, x := build(t, d), alloc(t, d, 8)
	fine(t, x.In(0, make([]int64, 8)))
	if most, err := k.Group("twice"); err != nil || most != 1024 {
		t.Error(most, err)
	}
	t.Setenv("FAKE_GROUP", "96")
	if most, err := k.Group("twice"); err != nil || most != 96 {
		t.Error(most, err)
	}
	if _, err := k.Group("thrice"); !errors.Is(err, gpu.ErrNoFunction) {
		t.Error(err)
	}
	t.Setenv("FAKE_LAUNCH", "2:801")
	fine(t, k.Launch("twice", 1, 8, x, int64(8)))
	if err := k.Launch("twice", 1, 8, x, int64(8)); err == nil || !strings.Contains(err.Error(), "launching kernel `twice`") {
		t.Error(err)
	}
	fine(t, k.Launch("twice", 1, 8, x, int64(8)), d.Wait(context.Background()))
	if err := k.Launch("thrice", 1, 8, x); !errors.Is(err, gpu.ErrNoFunction) {
		t.Error(err)
	}
	if _, err := d.Build(context.Background(), "nothing;", gpu.Freedom{}); err == nil || !strings.Contains(err.Error(), "nothing") {
		t.Error(err)
	}
	x.Free()
}

// TestSticky: after an error that the device does not survive, each command says which it was.
func TestSticky(t *testing.T) {
	testkit.Needs(t, "REQUIRE_CC", ready())
	if os.Getenv("FAKE_ALONE") == "" { // the device stays dead
		t.Skip("it runs in a process of its own, by TestAlone")
	}
	t.Setenv("FAKE_WATCH", "1")
	d, err := cuda.Open()
	fine(t, err)
	k, x := build(t, d), alloc(t, d, 8)
	fine(t, x.In(0, make([]int64, 8)), k.Launch("twice", 1, 8, x, int64(8)), d.Wait(context.Background()))
	fine(t, k.Launch("beyond", 1, 2, x, int64(3)), d.Wait(context.Background()), k.Launch("beyond", 1, 1, x, int64(8)))
	err = d.Wait(context.Background())
	var dead *gpu.DeadError
	if !errors.As(err, &dead) || dead.Device != "fake GPU" || !strings.Contains(err.Error(), "an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS, CUDA 700)") {
		t.Fatal(err)
	}
	_, again := d.Alloc(1)
	_, built := d.Build(context.Background(), kernels+"\n", gpu.Freedom{})
	for _, err := range []error{again, built, x.In(0, []int64{1}), k.Launch("twice", 1, 8, x, int64(8)), d.Wait(context.Background())} {
		if !errors.As(err, &dead) {
			t.Error(err)
		}
	}
	x.Free()
	d.Close()
}

// TestMarks: a device of CUDA measures the time between commands.
func TestMarks(t *testing.T) {
	testkit.Needs(t, "REQUIRE_CC", ready())
	d, err := cuda.Open()
	fine(t, err)
	defer d.Close()
	c, ok := d.(gpu.Timed)
	if !ok {
		t.Fatal("it does not")
	}
	k, x := build(t, d), alloc(t, d, 8)
	first, err := c.Mark()
	fine(t, err, x.In(0, make([]int64, 8)), k.Launch("twice", 1, 8, x, int64(8)))
	second, err := c.Mark()
	fine(t, err)
	took, err := second.Since(first)
	back, errBack := first.Since(second)
	fine(t, err, errBack)
	if took < 0 || back > 0 {
		t.Error(took, back)
	}
	first.Free()
	second.Free()
	second.Free()
	x.Free()
}
