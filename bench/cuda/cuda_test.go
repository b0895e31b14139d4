package cuda_test

import (
	"errors"
	"testing"

	kernels "funmem/bench/cuda"
	"funmem/gpu"
	"funmem/gpu/cuda"
	"funmem/internal/testkit"
)

// TestCompile compiles each file as the benchmark does, for the processors from A100 on. No kernel has too many registers.
func TestCompile(t *testing.T) {
	for _, file := range kernels.Names() {
		for _, arch := range []string{"sm_80", "sm_90"} {
			c, err := cuda.Compile(kernels.Text(file), arch, gpu.Freedom{Contract: true})
			if absent := (*gpu.Absent)(nil); errors.As(err, &absent) {
				testkit.Needs(t, "REQUIRE_NVRTC", err)
			}
			if err != nil {
				t.Fatalf("%s for %s: %v", file, arch, err)
			}
			if len(c.Kernels) == 0 {
				t.Errorf("%s for %s has no kernels", file, arch)
			}
			for _, k := range c.Kernels {
				t.Logf("%s for %s: %+v", file, arch, k)
				if k.Spilled > 0 || k.Stack > 0 {
					t.Errorf("%s for %s: kernel %s has %d bytes of memory for each thread, and spills %d", file, arch, k.Kernel, k.Stack, k.Spilled)
				}
			}
		}
	}
}
