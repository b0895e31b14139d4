package emr_test

import (
	"testing"

	"funmem/internal/passtest"
)

// footprint is the most locations that a run needs at one time, with blocks freed after their last use.
func footprint(t *testing.T, text, list string) int {
	p := passtest.Parse(t, "§6.2", text).Mem(t)
	return passtest.Measure(t, p.Last(t, list, 0).Program).Peak
}

// TestFootprint: in the two programs of §6.2 a block that is kept for later makes the footprint larger, as the paper says: from 1001
// to 2001, and from a constant to n times as much.
func TestFootprint(t *testing.T) {
	if without, with := footprint(t, passtest.Between, "free"), footprint(t, passtest.Between, "emr,free"); without != 1001 || with != 2001 {
		t.Errorf("the footprint is %d without emr and %d with it", without, with)
	}
	for n := 1; n <= 8; n++ {
		if without, with := footprint(t, passtest.Elephants(n), "free"), footprint(t, passtest.Elephants(n), "emr,free"); without != 1000 || with != 1000*n {
			t.Errorf("%d calls: the footprint is %d without emr and %d with it", n, without, with)
		}
	}
}
