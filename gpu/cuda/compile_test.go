//go:build cgo && linux

package cuda_test

import (
	"errors"
	"strings"
	"testing"

	"funmem/gpu"
	"funmem/gpu/cuda"
	"funmem/internal/testkit"
)

// TestCompile: a text becomes machine code for two kinds of devices, and the assembler says what kernels need.
func TestCompile(t *testing.T) {
	text := "extern \"C\" __global__ void scale(long long *x, long long n) {\n  long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;\n  if (i < n) x[i] *= 3;\n}\n" +
		"extern \"C\" __global__ void fused(double *x) { x[0] = x[1] * x[2] + x[3]; }\n"
	for _, arch := range []string{"sm_80", "sm_90"} {
		c, err := cuda.Compile(text, arch, gpu.Freedom{})
		testkit.Needs(t, "REQUIRE_NVRTC", err)
		if len(c.Kernels) != 2 {
			t.Errorf("%+v", c.Kernels)
		}
		for _, k := range c.Kernels {
			if k.Kernel != "scale" && k.Kernel != "fused" || k.Registers == 0 || k.Spilled != 0 {
				t.Errorf("%+v", k)
			}
		}
		if string(c.Image[1:4]) != "ELF" || !strings.Contains(c.PTX, ".entry scale") || strings.Contains(c.PTX, "fma") {
			t.Errorf("%.10q\n%s", c.Image, c.PTX)
		}
		if c, err = cuda.Compile(text, arch, gpu.Freedom{Contract: true}); err != nil || !strings.Contains(c.PTX, "fma") {
			t.Errorf("%v", err)
		}
	}
	c, err := cuda.Compile(text, "compute_80", gpu.Freedom{})
	if err != nil || !strings.HasPrefix(strings.TrimSpace(string(c.Image)), "//") {
		t.Errorf("%v: %.40q", err, c.Image)
	}
}

// TestRefused: what the compiler refuses has a place.
func TestRefused(t *testing.T) {
	_, err := cuda.Compile("\n#line 7 \"t.fun\"\nextern \"C\" __global__ void f() { nothing; }\n", "sm_90", gpu.Freedom{})
	var refused *gpu.CompileError
	if !errors.As(err, &refused) {
		testkit.Needs(t, "REQUIRE_NVRTC", err)
	}
	if refused == nil || !strings.Contains(refused.Output, "t.fun(7)") || !strings.Contains(refused.Output, "nothing") {
		t.Error(err)
	}
	if _, err := cuda.Compile("", "sm_9999", gpu.Freedom{}); !errors.As(err, &refused) {
		t.Error(err)
	}
}
