package offload_test

import (
	"fmt"
	"testing"

	"funmem/internal/devices"
	"funmem/internal/testkit"
	"funmem/lower/emit"
	"funmem/lower/schedule"
)

// folds are folds of arrays of several sizes, around those at which they become parts and at which parts have several rounds.
const folds = `
let sizes = [0, 1, 4095, 4096, 4097, 65535, 65537, 100003, 200000]
def mixed [n] (a : [n]int) = reduce (+) 0 (map (\x i -> x * (i %% 7)) a (iota n))
loop (r = 0, s = 1.0) for k <= 9 do
  let n = sizes[k]
  let a = kernel i <= n do i * 7919 %% 1009 - 400
  let b = kernel i <= n do f64(i * 31 %% 1013) / 7.0
  let x = %s
  let y = %s
  in ((r * 31 + x) %% 1000000007, s * 0.5 + y)
`

// TestFolds compares long folds and scans: each of ints with one of f64s.
func TestFolds(t *testing.T) {
	t.Parallel()
	devices.Each(t, testFolds)
}

func testFolds(t *testing.T, d devices.Device) {
	for k, c := range [][2]string{
		{"reduce (+) 5 a", "reduce (+) 0.25 b"},
		{"reduce min 99 a + 3 * reduce max (-99) a", "reduce max 1.0 b - reduce min 7.5 b"},
		{"reduce (&) 255 a + reduce (|) 1 a + reduce (^) 77 a", "reduce (+) 0.0 (map (\\x y -> x * f64(y)) b a)"},
		{"mixed(scan (+) 3 a)", "reduce (+) 0.0 (scan (+) 0.5 b)"},
		{"mixed(scan max (-450) a) + mixed(scan min 7 a)", "reduce (+) 0.0 (scan max 3.5 b)"},
		{"loop (v = 1) for i <= n do v + a[i] * a[i]", "loop (v = 1.0) for i <= n do v + b[i]"},
	} {
		if k%testkit.Sample(5, 1) != 0 {
			continue
		}
		var sum result
		compare(t, d, fmt.Sprintf(folds, c[0], c[1]), "cpu", true, &sum)
		if sum.whole != 1 || sum.launches < 6*2 { // six sizes are long, and the fold of ints is two kernels then
			t.Errorf("%v: %+v", c, sum)
		}
	}
}

// TestFoldsStay: the host sees only a few words of what is added up, also in a loop of few rounds.
func TestFoldsStay(t *testing.T) { devices.Each(t, testFoldsStay) }

func testFoldsStay(t *testing.T, d devices.Device) {
	for k, text := range []string{
		"sum(kernel i <= 200000 do loop (s = i) for k <= 3 do s * 5 % 1009)",
		"sum_f64(kernel i <= 200000 do loop (s = f64(i)) for k <= 3 do s / 3.0)",
		"let a = scan (+) 0 (kernel i <= 200000 do loop (s = i) for k <= 3 do s * 5 % 1009)\n(a[7], a[200000])",
		"let w = [200000, 3]\nlet n = w[1]\nlet a = kernel i <= n do loop (s = i) for k <= 3 do s * 5 % 1009\nloop (t = 0) for r <= w[2] do t + sum(map (\\x -> x % (r + 5)) a)",
	} {
		if k%testkit.Sample(2, 1) != 0 {
			continue
		}
		var sum result
		before := d.Account()
		compare(t, d, text, "cpu", true, &sum)
		after := d.Account()
		if out, in := after.WordsOut-before.WordsOut, after.WordsIn-before.WordsIn; sum.whole != 1 || out > 3*300 || in > 300 {
			t.Errorf("%s: %+v, and %d words came back, of %d that moved", text, sum, out, in+out)
		}
	}
}

// TestFoldsOverflow: a part that leaves 64 bits ends the run, whether or not the whole sum does.
func TestFoldsOverflow(t *testing.T) { devices.Each(t, testFoldsOverflow) }

func testFoldsOverflow(t *testing.T, d devices.Device) {
	for _, text := range []string{
		"sum(kernel i <= 70000 do loop (s = i) for k <= 1 do if s % 2 == 0 then 4611686018427387904 else -4611686018427387904)",
		"sum(kernel i <= 70000 do loop (s = i) for k <= 1 do 4611686018427387904 - s)",
		"(scan (+) 0 (kernel i <= 70000 do loop (s = i) for k <= 1 do 4611686018427387904 - s))[70000]",
	} {
		var sum result
		compare(t, d, text, "cpu", true, &sum)
		if sum.early != 1 || sum.launches == 0 {
			t.Errorf("%s: %+v", text, sum)
		}
	}
}

// TestFoldsNear: results are compared within a bound where sums of f64s take another order, and only there.
func TestFoldsNear(t *testing.T) {
	for text, near := range map[string]bool{
		"sum_f64(kernel i <= 200000 do f64(i) / 3.0)":                                            true,
		"reduce (*) 1.0 (kernel i <= 200000 do 1.0 + f64(i % 3) / 300000.0)":                     true,
		"reduce (*) 1 (kernel i <= 200000 do 1 - 2 * (i % 2))":                                   false,
		"scan (+) 0.0 (kernel i <= 200000 do f64(i) / 3.0)":                                      true,
		"let a = kernel i <= 200000 do f64(i) / 3.0\nloop (s = 0.0) for i <= 200000 do s + a[i]": false,
		"reduce max 0.0 (kernel i <= 200000 do f64(i) / 3.0)":                                    false,
		"sum(kernel i <= 200000 do i % 7)":                                                       false,
		"sum_f64(kernel i <= 200 do f64(i) / 3.0)":                                               false,
	} {
		for device, list := range map[bool][]string{false: schedule.Host, true: schedule.Devices} {
			_, q, free, err := lowered(text, "cpu")
			if err == nil {
				q, err = schedule.Through(list, q, free, nil, nil)
			}
			if err != nil {
				t.Fatal(err)
			}
			code, err := emit.C(q, free, nil)
			if err != nil {
				t.Fatal(err)
			}
			if code.Near != (near && device) {
				t.Errorf("%s: near is %t, for a device: %t", text, code.Near, device)
			}
		}
	}
}
