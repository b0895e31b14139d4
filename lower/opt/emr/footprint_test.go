package emr_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/internal/passtest"
)

// arrays is the paper's first program of §6.2: two arrays of 1000 elements, and one of 1001 between them. A sum takes the place of
// print.
const arrays = `let c = kernel iv <= 1000 do 0
let s = sum(c)
let d = kernel iv <= 1001 do 1
let t = sum(d)
let e = kernel iv <= 1000 do 2
(s, t, sum(e))
`

// elephants is the second program, with n nested calls. There the function is recursive, which Fun has not: each call has a
// function of its own.
func elephants(n int) string {
	var b strings.Builder
	b.WriteString("def elephant0 (k : int) : int = k\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, `def elephant%d (k : int) : int =
  let c = kernel iv <= 1000 do k
  let s = sum(c)
  let r = elephant%d(k - s)
  let e = kernel iv <= 1000 do 2
  in r + sum(e)
`, i, i-1)
	}
	fmt.Fprintf(&b, "elephant%d(1)\n", n)
	return b.String()
}

// footprint is the most locations that a run needs at one time, with blocks freed after their last use.
func footprint(t *testing.T, text, list string) int {
	p := passtest.Parse(t, "§6.2", text).Mem(t)
	return passtest.Measure(t, p.Last(t, list, 0).Program).Peak
}

// TestFootprint: in the two programs of §6.2 a block that is kept for later makes the footprint larger, as the paper says: from 1001
// to 2001, and from a constant to n times as much.
func TestFootprint(t *testing.T) {
	if without, with := footprint(t, arrays, "free"), footprint(t, arrays, "emr,free"); without != 1001 || with != 2001 {
		t.Errorf("the footprint is %d without emr and %d with it", without, with)
	}
	for n := 1; n <= 8; n++ {
		if without, with := footprint(t, elephants(n), "free"), footprint(t, elephants(n), "emr,free"); without != 1000 || with != 1000*n {
			t.Errorf("%d calls: the footprint is %d without emr and %d with it", n, without, with)
		}
	}
}
