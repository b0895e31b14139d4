package offload_test

import (
	"strings"
	"testing"

	"funmem/internal/devices"
	"funmem/lower/emit"
)

// TestChained: what a loop in which groups look back assigns is there after it.
func TestChained(t *testing.T) { devices.Each(t, testChained) }

func testChained(t *testing.T, d devices.Device) {
	for _, text := range []string{
		"let a = kernel i <= 5000 do i * 5 % 1009\nlet (x, s) = loop (x = copy a, s = 7) for i <= 5000 do let s = s + a[i] in (x with [i] = s, s)\n(x[4999], s)",
		"let a = kernel i <= 70000 do i * 5 % 1009\nlet (x, s, m) = loop (x = copy a, s = 7, m = 2) for i <= 70000 do let s = s + a[i] in let m = max(m, a[i] - 4) in (x with [i] = s - m, s, m)\n(x[69999], s, m)",
	} {
		var sum result
		compareAfter(t, d, text, "cpu", rewrites(d.In), &sum)
		if sum.whole != 1 {
			t.Errorf("%s: %d early", text, sum.early)
		}
		if chains := strings.Contains(sum.text, "fm_tell(fm_own"); chains != (d.In.Name == emit.CUDA.Name) {
			t.Errorf("%s: groups look back at others: %t", text, chains)
		}
	}
}
