package offload_test

import (
	"testing"

	"funmem/internal/devices"
	"funmem/lower/schedule"
)

// TestGroups: what groups of threads compute together is what the rules say.
func TestGroups(t *testing.T) {
	t.Parallel()
	devices.Each(t, testGroups)
}

func testGroups(t *testing.T, d devices.Device) {
	for _, text := range []string{
		"sum(kernel i <= 5000 do loop (s = i) for k <= 3 do s * 5 % 1009)",
		"let n = 300001\nsum(kernel i <= n do loop (s = i) for k <= 3 do s * 5 % 1009)",
		"sum_f64(kernel i <= 70000 do f64(i % 7) / 3.0)",
		"let a = kernel i <= 9000 do loop (s = i) for k <= 3 do s * 5 % 1009\nloop (lo = 1000, hi = 0, all = 0) for i <= 9000 do (min(lo, a[i] - 3), max(hi, a[i]), all + a[i])",
		"sum(kernel i <= 70000 do loop (s = i) for k <= 1 do 4611686018427387904 - s)",
	} {
		var sum result
		compareAfter(t, d, text, "cpu", schedule.Devices, &sum)
		if sum.whole+sum.early != 1 || sum.launches < 3 {
			t.Errorf("%s: %+v", text, sum)
		}
	}
}
