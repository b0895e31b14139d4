package validate_test

import (
	"testing"

	"funmem/eval/validate"
)

// TestTwoVariables: each two variables are a pair once, those of two sizes first, and those of a size that follows from an int
// last.
func TestTwoVariables(t *testing.T) {
	for sizes := range 4 {
		for ints := range 4 {
			n, last := sizes+ints, 0
			if n < 2 {
				continue
			}
			seen := map[[2]int]bool{}
			for k := range n * (n - 1) {
				base, next := validate.TwoVariables(sizes, ints, k)
				group := map[[2]bool]int{{true, true}: 0, {false, false}: 1, {true, false}: 2, {false, true}: 3}[[2]bool{base < sizes, next < sizes}]
				if base == next || base < 0 || next < 0 || base >= n || next >= n || seen[[2]int{base, next}] || group < last {
					t.Errorf("%d sizes, %d ints: pair %d is %d, %d", sizes, ints, k, base, next)
				}
				seen[[2]int{base, next}], last = true, group
			}
		}
	}
}
