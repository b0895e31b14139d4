package offload_test

import (
	"context"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/gpu"
	"funmem/internal/devices"
	"funmem/internal/testkit"
	"funmem/lower/emit"
	"funmem/lower/offload"
)

// built counts the texts that a device compiles.
type built struct {
	gpu.Accelerator
	narrow, wide int
}

func (b *built) Build(ctx context.Context, text string, may gpu.Freedom) (gpu.Kernels, error) {
	if strings.HasPrefix(text, emit.Narrow) {
		b.narrow++
	} else {
		b.wide++
	}
	return b.Accelerator.Build(ctx, text, may)
}

// TestNarrow: ints of 32 bits are computed with where all that decide places are from 0 to 2^31 - 1, and only there.
func TestNarrow(t *testing.T) {
	d, err := devices.CUDA()
	testkit.Needs(t, "REQUIRE_CC", err)
	defer d.Close()
	const shift = "def f [n] (x : [n]int) (k : int) (v : int) = kernel i <= n, j <= 3 do if 1 <= i + k && i + k <= n then x[i + k] * j + v else j\n"
	const column = "def f (n : int) (k : int) (v : int) = kernel i <= n do loop (s = 0) for j <= k / 4294967296 + i % 2 do s + i + v\n"
	for _, c := range []struct {
		program string
		wide    bool
	}{
		{shift + "let (k, v) = loop (k = 0, v = 0) for r <= 3 do (0 - k, 7 - v) in f(loop (x = iota 9) for r <= 2 do kernel i <= 9 do x[10 - i] + r, k, v)", false},
		{shift + "let (k, v) = loop (k = 0, v = 0) for r <= 3 do (2 - k, -7 - v) in f(loop (x = iota 9) for r <= 2 do kernel i <= 9 do x[10 - i] + r, k, v)", false}, // v decides no place
		{shift + "let (k, v) = loop (k = 0, v = 0) for r <= 3 do (2 - k, 7000000000 - v) in f(loop (x = iota 9) for r <= 2 do kernel i <= 9 do x[10 - i] + r, k, v)", false},
		{shift + "let (k, v) = loop (k = 0, v = 0) for r <= 3 do (-2 - k, 7 - v) in f(loop (x = iota 9) for r <= 2 do kernel i <= 9 do x[10 - i] + r, k, v)", true},
		{shift + "let (k, v) = loop (k = 0, v = 0) for r <= 3 do (-4294967294 - k, 7 - v) in f(loop (x = iota 9) for r <= 2 do kernel i <= 9 do x[10 - i] + r, k, v)", true}, // 2 in 32 bits
		{shift + "let (k, v) = loop (k = 0, v = 0) for r <= 3 do (4294967298 - k, 7 - v) in f(loop (x = iota 9) for r <= 2 do kernel i <= 9 do x[10 - i] + r, k, v)", true},
		{column + "let k = loop (k = 1) for r <= 11 do k * 8 in f(9, k, 1)", true},
	} {
		core, q, free, err := lowered(c.program, "cpu")
		if err != nil {
			t.Fatal(err)
		}
		b := &built{Accelerator: d}
		p, err := offload.New(context.Background(), b, emit.CUDA, q, free, gpu.Freedom{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		opts := engine.Options{Memory: 1 << 28}
		want, err := value.New(opts).Run(context.Background(), core)
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Run(context.Background(), nil, opts, nil, nil)
		if err != nil || !got[0].Equal(want[0]) {
			t.Errorf("%s\n%v instead of %v: %v", c.program, got, want, err)
		}
		if b.narrow != 1 || (b.wide > 0) != c.wide {
			t.Errorf("%s\n%d texts for small ints, %d for all", c.program, b.narrow, b.wide)
		}
	}
}
