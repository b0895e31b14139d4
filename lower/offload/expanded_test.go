package offload_test

import (
	"testing"

	"funmem/internal/devices"
	"funmem/internal/testkit"
	"funmem/lower/schedule"
)

// TestExpanded: what iterations allocate of any size is allocated before the kernel, so that the device runs it.
func TestExpanded(t *testing.T) { devices.Each(t, testExpanded) }

func testExpanded(t *testing.T, d devices.Device) {
	const sized = "let w = loop (w = kernel i <= 50 do i % 7) for r <= 1 do kernel i <= 50 do w[i] * 3\nlet m = w[31] + 80\n"
	for k, text := range []string{
		sized + "kernel i <= 50 do let t = kernel j <= m do loop (s = j * w[i]) for r <= 3 do s * 5 % 7 in sum(t) + t[1]",
		sized + "kernel i <= 50 do let t = loop (t = kernel j <= m do j * w[i]) for r <= 3 do kernel j <= m do t[m + 1 - j] + r in sum(t) + t[2]",
		sized + "kernel i <= 50 do let t = scan (+) 0 (kernel j <= m do w[i] + j) in t[m] - t[i]",
		sized + "kernel i <= 50 do let t = kernel j <= 70 do loop (s = j * w[i]) for r <= 3 do s * 5 % 7 in sum(t) + t[1]",
		sized + "kernel i <= 50 do let t = if w[i] > 9 then kernel j <= m do j * i else kernel j <= m do j - i in t[1] + t[m]",
	} {
		for n, passes := range []string{"device", "inline,fuse,simplify,introduce,simplify,hoist,shortcircuit,doublebuffer,hoist,simplify,expand:keep=64,simplify,free"} {
			if (n+k)%testkit.Sample(2, 1) != 0 {
				continue
			}
			var sum result
			compareAfter(t, d, text, passes, []string{"fold"}, &sum)
			if sum.whole != 1 || sum.launches < 2 {
				t.Errorf("%s, %s: %d whole, %d launches", passes, text, sum.whole, sum.launches)
			}
		}
	}
	var sum result
	compareAfter(t, d, sized+"kernel i <= 50 do let t = kernel j <= 70 do loop (s = j * w[i]) for r <= 3 do s * 5 % 7 in sum(t) + t[1]", "device", schedule.Devices, &sum)
	if sum.whole != 1 {
		t.Errorf("%+v", sum.early)
	}
}
