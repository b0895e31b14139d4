// Package devices gives tests devices with memory of their own: one with OpenCL, and the fake of CUDA.
package devices

import (
	"os"
	"sync"
	"testing"

	"funmem/gpu"
	"funmem/gpu/cuda"
	"funmem/gpu/opencl"
	"funmem/internal/fakecuda"
	"funmem/internal/testkit"
	"funmem/lower/emit"
)

// Device is a device, and what it is programmed in.
type Device struct {
	gpu.Accelerator
	In emit.Dialect
}

// fake makes the fake the CUDA of this process, once.
var fake = sync.OnceValue(func() error {
	folder, err := os.MkdirTemp("", "fakecuda")
	if err != nil {
		return err
	}
	return fakecuda.Install(folder)
})

// CUDA opens the fake of CUDA.
func CUDA() (gpu.Accelerator, error) {
	if err := fake(); err != nil {
		return nil, err
	}
	return cuda.Open()
}

// Each runs a test on a device of each kind. Where one is missing the test is skipped for it, unless REQUIRE_OPENCL or
// REQUIRE_CC is set.
func Each(t *testing.T, f func(t *testing.T, d Device)) {
	t.Helper()
	for _, kind := range []struct {
		emit.Dialect
		open     func() (gpu.Accelerator, error)
		requires string
	}{{emit.OpenCL, opencl.Open, "REQUIRE_OPENCL"}, {emit.CUDA, CUDA, "REQUIRE_CC"}} {
		t.Run(kind.Name, func(t *testing.T) {
			d, err := kind.open()
			testkit.Needs(t, kind.requires, err)
			t.Cleanup(func() { d.Close() })
			f(t, Device{d, kind.Dialect})
		})
	}
}
