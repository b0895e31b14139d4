package testkit

import (
	"fmt"
	"strings"
)

// flat returns an index o + {(d : s) …} of a dimension of size n that keeps the given
// sizes. With apart, each element has a place of its own. ok is false if none was found.
func (g *gen) flat(n int, sizes []int, apart bool) (text string, ok bool) {
	lo, hi, empty := 0, 0, false
	pairs := make([]string, len(sizes))
	strides := make([]int, len(sizes))
	for k, d := range sizes {
		s := g.int(-2, 3, "stride")
		if s == 0 && apart {
			s = 1
		}
		strides[k] = s
		pairs[k] = fmt.Sprintf("(%d : %d)", d, s)
		empty = empty || d == 0
		lo += min(0, (d-1)*s)
		hi += max(0, (d-1)*s)
	}
	if !empty && hi-lo >= n || apart && !empty && overlaps(sizes, strides) {
		return "", false
	}
	o := g.int(0, 9, "offset")
	if !empty {
		o = g.int(-lo, n-1-hi, "offset")
	}
	return fmt.Sprintf("%d + {%s}", o, strings.Join(pairs, " ")), true
}

// flatOf returns a part of v with the given sizes, if there is one. The first dimension of
// v gives some of the sizes, and the others the rest.
func (g *gen) flatOf(v variable, dims []int) (string, bool) {
	k := len(dims) - len(v.dims) + 1
	if k < 1 {
		return "", false
	}
	first, ok := g.flat(v.dims[0], dims[:k], false)
	if !ok {
		return "", false
	}
	at := []string{first}
	for j, n := range v.dims[1:] {
		if dims[k+j] > n {
			return "", false
		}
		at = append(at, g.span(n, dims[k+j]))
	}
	return fmt.Sprintf("%s[%s]", v.name, strings.Join(at, ", ")), true
}

// overlaps tells whether two elements of an LMAD have the same offset.
func overlaps(sizes, strides []int) bool {
	at := []int{0}
	for k, d := range sizes {
		var next []int
		for _, o := range at {
			for y := range d {
				next = append(next, o+y*strides[k])
			}
		}
		at = next
	}
	seen := map[int]bool{}
	for _, o := range at {
		if seen[o] {
			return true
		}
		seen[o] = true
	}
	return false
}
