package emit_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"funmem/gpu"
	"funmem/internal/cores"
	"funmem/internal/devices"
	"funmem/lower/emit"
)

// operators are calls of the prelude's functions on ints x, y and z, and on f64s a and b. What they give is an int.
var operators = []string{
	"fm_add(x, y, bad)", "fm_sub(x, y, bad)", "fm_mul(x, y, bad)", "fm_mul_fast(x, y, bad, doubt, 0)", "fm_mul_fast(x, y, bad, doubt, 1)",
	"fm_scale_fast(x, 12, 4, bad, doubt, 0)", "fm_neg(x, bad)", "fm_abs(x, bad)", "fm_min(x, y)", "fm_max(x, y)", "fm_quo(x, y, bad)",
	"fm_rem(x, y, bad)", "fm_div(x, y, bad)", "fm_mod(x, y, bad)", "fm_mulmod(x, y, z, bad)", "fm_pow(x, y, bad)", "fm_shl(x, y, bad)",
	"fm_shr(x, y, bad)", "fm_narrow(x, y, bad)", "fm_int(a, bad)", "fm_tobits(a)", "fm_tobits(fm_fmin(a, b))", "fm_tobits(fm_fmax(a, b))",
	"fm_tobits(fm_f32(a, nothing))", "fm_tobits((f64)x)", "fm_tobits(a + b)", "fm_tobits(a * b)", "fm_tobits(a / b)", "fm_tobits(a * b + a)", "a < b", "a == b",
	"(i64)(int8_t)(x)", "(i64)(int16_t)(x)", "(i64)(int32_t)(x)", "(i64)(int64_t)(x)", "(i64)(uint8_t)(x)", "(i64)(uint16_t)(x)", "(i64)(uint32_t)(x)",
	"FM_ADD(x, y)", "FM_SUB(x, y)", "FM_MUL(x, y)", "FM_NEG(x)",
}

// mulmod is the operator that a dialect without ints of 128 bits may leave to the engine below.
const mulmod = "fm_mulmod(x, y, z, bad)"

// all is a function that calls the operator of a number.
func all() string {
	var b strings.Builder
	b.WriteString("FM_INLINE i64 all(int k, i64 x, i64 y, i64 z, u64 *bad, u64 *doubt) {\n  const f64 a = fm_real(x), b = fm_real(y);\n  const uint32_t nothing = fm_opaque();\n  switch (k) {\n")
	for k, op := range operators {
		fmt.Fprintf(&b, "  case %d: return %s;\n", k, op)
	}
	b.WriteString("  }\n  return 0;\n}\n")
	return b.String()
}

// edges are ints and f64s at which operators change what they do, and some others.
func edges() (list []int64) {
	for _, x := range []int64{0, 1, 2, 3, 5, 7, 12, 40, 62, 63, 64, 100, 1 << 31, 1<<31 - 1, 1 << 32, 1<<62 - 1, 1 << 62, math.MaxInt64, 3037000499, 3037000500, 768614336404564650} {
		list = append(list, x, -x)
	}
	list = append(list, math.MinInt64)
	for _, f := range []float64{0, math.Copysign(0, -1), 1, -1.5, 0.1, 1e300, -1e-300, 5e-324, 0x1p62, -0x1p62, 0x1p53 + 2, 1.0 / 3, math.Inf(1), math.Inf(-1), math.NaN(), 1e38, 1 + 0x1p-24, 1 + 0x1p-23} {
		list = append(list, int64(math.Float64bits(f)))
	}
	return list
}

// inputs are pairs of edges with a divisor.
func inputs() (list [][3]int64) {
	of := edges()
	for k, x := range of {
		for j, y := range of {
			list = append(list, [3]int64{x, y, []int64{7, 1 << 40, math.MaxInt64, 0, -3}[(k+j)%5]})
		}
	}
	return list
}

// given is what an operator gave: its int, whether that does not fit, and whether it may not.
type given struct {
	r          int64
	bad, doubt bool
}

func (g given) String() string { return fmt.Sprintf("%d, bad %v, doubt %v", g.r, g.bad, g.doubt) }

// onHost are the operators in C.
func onHost(t *testing.T) (out [][]given) {
	m, err := cores.Device(t).Compile(context.Background(), emit.HostC.Prelude()+all()+`
i64 fm_main(env *e, i64 *io) {
  u64 bad = 0, doubt = 0;
  io[4] = all((int)io[0], io[1], io[2], io[3], &bad, &doubt);
  io[5] = bad >> 63;
  io[6] = doubt != 0;
  return 0;
}
`, gpu.Freedom{})
	if err != nil {
		t.Fatal(err)
	}
	for k := range operators {
		var row []given
		for _, x := range inputs() {
			io := []int64{int64(k), x[0], x[1], x[2], 0, 0, 0}
			r, err := m.Call(context.Background(), emit.Name, io, gpu.Budget{})
			if err != nil {
				t.Fatal(err)
			}
			r.Memory.Free()
			row = append(row, given{io[4], io[5] != 0, io[6] != 0})
		}
		out = append(out, row)
	}
	return out
}

// runs is a kernel that calls an operator on each of some inputs, after the head of its dialect.
var runs = map[string]string{
	"opencl": "__kernel void run(i64 k, __global const i64 *in, __global i64 *out, i64 n) {\n  const i64 i = get_global_id(0);\n",
	"cuda":   "extern \"C\" __global__ void run(i64 k, const i64 *in, i64 *out, i64 n) {\n  const i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x;\n",
}

// onDevice are the operators in a dialect of devices.
func onDevice(t *testing.T, d devices.Device) (out [][]given) {
	k, err := d.Build(context.Background(), d.In.Prelude()+all()+runs[d.In.Name]+`
  if (i >= n) return;
  u64 bad = 0, doubt = 0;
  out[3 * i] = all((int)k, in[3 * i], in[3 * i + 1], in[3 * i + 2], &bad, &doubt);
  out[3 * i + 1] = bad >> 63;
  out[3 * i + 2] = doubt != 0;
}
`, gpu.Freedom{})
	if err != nil {
		t.Fatal(err)
	}
	var flat []int64
	for _, x := range inputs() {
		flat = append(flat, x[:]...)
	}
	n := len(flat)
	in, err := d.Alloc(int64(n))
	if err != nil {
		t.Fatal(err)
	}
	results, err := d.Alloc(int64(n))
	if err == nil {
		err = in.In(0, flat)
	}
	for op := range operators {
		if err == nil {
			err = k.Launch("run", (n/3+63)/64, 64, int64(op), in, results, int64(n/3))
		}
		got := make([]int64, n)
		if err == nil {
			err = results.Out(0, got)
		}
		if err != nil {
			t.Fatal(err)
		}
		var row []given
		for i := 0; i < n; i += 3 {
			row = append(row, given{got[i], got[i+1] != 0, got[i+2] != 0})
		}
		out = append(out, row)
	}
	return out
}

// TestDialects: the operators of all dialects are the same.
func TestDialects(t *testing.T) {
	host := onHost(t)
	devices.Each(t, func(t *testing.T, d devices.Device) { alike(t, host, onDevice(t, d)) })
}

// alike compares what operators give in C and on a device.
func alike(t *testing.T, host, device [][]given) {
	for k, op := range operators {
		fits, wide := 0, 0
		for i, x := range inputs() {
			c, o := host[k][i], device[k][i]
			switch {
			case op == mulmod && o.bad && !c.bad:
				wide++
			case c.bad != o.bad || c.doubt != o.doubt || !c.bad && !c.doubt && c.r != o.r:
				t.Fatalf("%s of %v: in C %v, on the device %v", op, x, c, o)
			case !c.bad && !c.doubt:
				fits++
			}
		}
		if fits == 0 || (op == mulmod) != (wide > 0) {
			t.Errorf("%s: %d results fit, and %d are left to the engine below", op, fits, wide)
		}
	}
}
