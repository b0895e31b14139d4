package offload_test

import (
	"errors"
	"strings"
	"testing"

	"funmem/gpu"
	"funmem/gpu/cuda"
	"funmem/internal/testkit"
	"funmem/lower/emit"
	"funmem/lower/native/programs"
	"funmem/lower/schedule"
)

// TestCompiled: CUDA's compiler takes all kernels, for two kinds of devices, and none of them spills registers.
func TestCompiled(t *testing.T) {
	t.Setenv(cuda.CompilerVariable, "") // not the fake
	kernels := 0
	for n, p := range programs.All() {
		if n%testkit.Sample(8, 1) != 0 {
			continue
		}
		program := p.Text
		_, q, free, err := lowered(program, "cpu")
		if err != nil {
			t.Fatal(err)
		}
		if q, err = schedule.Through(schedule.CUDA, q, free, nil, nil); err != nil {
			t.Fatal(err)
		}
		text, grids, err := emit.Kernels(q, emit.CUDA, free, nil)
		if err != nil || len(grids) == 0 {
			continue
		}
		for _, of := range [][2]string{{"sm_80", emit.Narrow}, {"sm_90", ""}, {"sm_80", ""}, {"sm_90", emit.Narrow}}[:testkit.Sample(2, 4)] {
			c, err := cuda.Compile(of[1]+text, of[0], gpu.Freedom{})
			var refused *gpu.CompileError
			if errors.As(err, &refused) {
				t.Fatalf("%v\n%s\n%s", err, program, text)
			}
			testkit.Needs(t, "REQUIRE_NVRTC", err)
			want := len(grids)
			if strings.Contains(text, "void "+emit.Clear+"(") {
				want++
			}
			if len(c.Kernels) != want {
				t.Errorf("%d kernels instead of %d", len(c.Kernels), want)
			}
			for _, k := range c.Kernels {
				if kernels++; k.Spilled > 0 {
					t.Errorf("%+v\n%s", k, program)
				}
			}
		}
	}
	t.Logf("%d kernels", kernels)
}
