package vector

import "unsafe"

// Number is the type of an element.
type Number interface{ int64 | float64 }

// Reals shows the words of f64s as f64s. They share memory.
func Reals(words []int64) []float64 {
	return unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(words))), len(words))
}

// Fill makes every element k.
//
//go:noinline
func Fill[T Number](d []T, k T) {
	for i := range d {
		d[i] = k
	}
}

// Line makes element i, from 0, first + i · step.
//
//go:noinline
func Line(d []int64, first, step int64) {
	for i := range d {
		d[i] = first
		first += step
	}
}

// Strided loads the elements at o, o + step, ….
//
//go:noinline
func Strided(d, data []int64, o, step int) {
	for i := range d {
		d[i] = data[o]
		o += step
	}
}

// Gather loads element i from at[i] + o + i · step.
//
//go:noinline
func Gather(d, data, at []int64, o, step int) {
	at = at[:len(d)]
	for i := range d {
		d[i] = data[int(at[i])+o]
		o += step
	}
}

// StoreStrided stores the elements of x at o, o + step, ….
//
//go:noinline
func StoreStrided(data []int64, o, step int, x []int64) {
	for _, x := range x {
		data[o] = x
		o += step
	}
}

// Places makes d[i] = (at[i] − 1) · step, the place of index at[i] in a dimension of n elements. It tells whether every
// index is from 1 to n.
//
//go:noinline
func Places(d, at []int64, n, step int64) (ok bool) {
	at = at[:len(d)]
	bad := false
	for i := range d {
		k := at[i] - 1
		if uint64(k) >= uint64(n) {
			bad = true
		}
		d[i] = k * step
	}
	return !bad
}

// AddPlaces is Places, added to d.
//
//go:noinline
func AddPlaces(d, at []int64, n, step int64) (ok bool) {
	at = at[:len(d)]
	bad := false
	for i := range d {
		k := at[i] - 1
		if uint64(k) >= uint64(n) {
			bad = true
		}
		d[i] += k * step
	}
	return !bad
}

// Within makes the elements of at that are not from 1 to n, and those where mask is 0, 1. It tells whether all elements
// where mask is not 0 were from 1 to n.
func Within(d, at, mask []int64, n int64) (ok bool) {
	at, mask = at[:len(d)], mask[:len(d)]
	ok = n >= 1
	for i := range d {
		k := at[i]
		if mask[i] == 0 {
			k = 1
		} else if uint64(k-1) >= uint64(n) {
			k, ok = 1, false
		}
		d[i] = k
	}
	return ok
}
