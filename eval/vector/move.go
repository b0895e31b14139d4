package vector

import "unsafe"

// Number is the type of an element.
type Number interface{ int64 | float64 }

// Reals shows the words of f64s as f64s. They share memory.
func Reals(words []int64) []float64 {
	return unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(words))), len(words))
}

// isReal tells whether T is float64.
func isReal[T Number]() bool {
	var zero T
	_, is := any(zero).(float64)
	return is
}

// as shows numbers as numbers of the type that they have.
func as[S, T Number](x []T) []S {
	return unsafe.Slice((*S)(unsafe.Pointer(unsafe.SliceData(x))), len(x))
}

// Fill makes every element k.
//
//go:noinline
func Fill[T Number](d []T, k T) {
	if simd {
		n := fill(as[int64](d), *(*int64)(unsafe.Pointer(&k)))
		d = d[n:]
	}
	for i := range d {
		d[i] = k
	}
}

// Line makes element i, from 0, first + i · step.
//
//go:noinline
func Line(d []int64, first, step int64) {
	if simd {
		n := line(d, &[4]int64{first, first + step, first + 2*step, first + 3*step}, 4*step)
		d, first = d[n:], first+int64(n)*step
	}
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
	if simd && n < 1<<31 && step == int64(int32(step)) {
		done, out := places(d, at, n, step)
		bad = out != 0
		d, at = d[done:], at[done:]
	}
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
	if simd && n < 1<<31 && step == int64(int32(step)) {
		done, out := addPlaces(d, at, n, step)
		bad = out != 0
		d, at = d[done:], at[done:]
	}
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
//
//go:noinline
func Within(d, at, mask []int64, n int64) (ok bool) {
	at, mask = at[:len(d)], mask[:len(d)]
	ok = n >= 1
	if simd {
		done, out := within(d, at, mask, n)
		ok = ok && out == 0
		d, at, mask = d[done:], at[done:], mask[done:]
	}
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

// Record makes the elements of d those of x. The time of an element becomes now if it changes, or if the time was start or
// before. It tells whether that was so for any.
//
//go:noinline
func Record(d, times, x []int64, now, start int64) (any bool) {
	times, x = times[:len(d)], x[:len(d)]
	if simd {
		n, changed := record(d, times, x, now, start)
		any = changed != 0
		d, times, x = d[n:], times[n:], x[n:]
	}
	for i, x := range x {
		if d[i] != x || times[i] <= start {
			d[i], times[i], any = x, now, true
		}
	}
	return any
}

// Access is who accessed a location last: the stamps of the iterations that wrote and read it.
type Access struct{ W, R uint32 }

// Mark notes a write of each location, the first by the iteration with that stamp and each next one by that with the
// next stamp if each is 1. Stamps below base say nothing. ok is false if another iteration has accessed one of them.
//
//go:noinline
func Mark(locations []Access, base, stamp, each uint32) (ok bool) {
	ok = true
	if simd {
		var first [8]uint32
		for k := range first {
			first[k] = stamp + uint32(k/2)*each
		}
		n, bad := mark(locations, &first, base, 4*each)
		ok, locations, stamp = bad == 0, locations[n:], stamp+uint32(n)*each
	}
	for k := range locations {
		a := &locations[k]
		if a.W >= base && a.W != stamp || a.R >= base && a.R != stamp {
			ok = false
		}
		a.W = stamp
		stamp += each
	}
	return ok
}
