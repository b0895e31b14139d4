package vector

// A condition is a vector of ints: an element holds unless it is 0. Comparisons make elements of 0 and 1. A mask has
// elements of 0 and -1, and says which iterations take part.

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// Less is x < y.
//
//go:noinline
func Less[T Number](d []int64, x, y []T) {
	x, y = x[:len(d)], y[:len(d)]
	if simd {
		n := 0
		if isReal[T]() {
			n = lessReals(d, as[float64](x), as[float64](y))
		} else {
			n = lessInts(d, as[int64](x), as[int64](y))
		}
		d, x, y = d[n:], x[n:], y[n:]
	}
	for i := range d {
		d[i] = truth(x[i] < y[i])
	}
}

// LessEqual is x ≤ y.
//
//go:noinline
func LessEqual[T Number](d []int64, x, y []T) {
	x, y = x[:len(d)], y[:len(d)]
	if simd {
		n := 0
		if isReal[T]() {
			n = lessEqualReals(d, as[float64](x), as[float64](y))
		} else {
			n = lessEqualInts(d, as[int64](x), as[int64](y))
		}
		d, x, y = d[n:], x[n:], y[n:]
	}
	for i := range d {
		d[i] = truth(x[i] <= y[i])
	}
}

// Equal is x = y.
//
//go:noinline
func Equal[T Number](d []int64, x, y []T) {
	x, y = x[:len(d)], y[:len(d)]
	if simd {
		n := 0
		if isReal[T]() {
			n = equalReals(d, as[float64](x), as[float64](y))
		} else {
			n = equalInts(d, as[int64](x), as[int64](y))
		}
		d, x, y = d[n:], x[n:], y[n:]
	}
	for i := range d {
		d[i] = truth(x[i] == y[i])
	}
}

// Unequal is x ≠ y.
//
//go:noinline
func Unequal[T Number](d []int64, x, y []T) {
	x, y = x[:len(d)], y[:len(d)]
	if simd {
		n := 0
		if isReal[T]() {
			n = unequalReals(d, as[float64](x), as[float64](y))
		} else {
			n = unequalInts(d, as[int64](x), as[int64](y))
		}
		d, x, y = d[n:], x[n:], y[n:]
	}
	for i := range d {
		d[i] = truth(x[i] != y[i])
	}
}

// LessThan is x < k.
//
//go:noinline
func LessThan[T Number](d []int64, x []T, k T) {
	x = x[:len(d)]
	if simd {
		n := 0
		if isReal[T]() {
			n = lessThanReal(d, as[float64](x), float64(k))
		} else {
			n = lessThanInt(d, as[int64](x), int64(k))
		}
		d, x = d[n:], x[n:]
	}
	for i := range d {
		d[i] = truth(x[i] < k)
	}
}

// AtMost is x ≤ k.
//
//go:noinline
func AtMost[T Number](d []int64, x []T, k T) {
	x = x[:len(d)]
	if simd {
		n := 0
		if isReal[T]() {
			n = atMostReal(d, as[float64](x), float64(k))
		} else {
			n = atMostInt(d, as[int64](x), int64(k))
		}
		d, x = d[n:], x[n:]
	}
	for i := range d {
		d[i] = truth(x[i] <= k)
	}
}

// MoreThan is x > k.
//
//go:noinline
func MoreThan[T Number](d []int64, x []T, k T) {
	x = x[:len(d)]
	if simd {
		n := 0
		if isReal[T]() {
			n = moreThanReal(d, as[float64](x), float64(k))
		} else {
			n = moreThanInt(d, as[int64](x), int64(k))
		}
		d, x = d[n:], x[n:]
	}
	for i := range d {
		d[i] = truth(x[i] > k)
	}
}

// AtLeast is x ≥ k.
//
//go:noinline
func AtLeast[T Number](d []int64, x []T, k T) {
	x = x[:len(d)]
	if simd {
		n := 0
		if isReal[T]() {
			n = atLeastReal(d, as[float64](x), float64(k))
		} else {
			n = atLeastInt(d, as[int64](x), int64(k))
		}
		d, x = d[n:], x[n:]
	}
	for i := range d {
		d[i] = truth(x[i] >= k)
	}
}

// EqualTo is x = k.
//
//go:noinline
func EqualTo[T Number](d []int64, x []T, k T) {
	x = x[:len(d)]
	if simd {
		n := 0
		if isReal[T]() {
			n = equalToReal(d, as[float64](x), float64(k))
		} else {
			n = equalToInt(d, as[int64](x), int64(k))
		}
		d, x = d[n:], x[n:]
	}
	for i := range d {
		d[i] = truth(x[i] == k)
	}
}

// UnequalTo is x ≠ k.
//
//go:noinline
func UnequalTo[T Number](d []int64, x []T, k T) {
	x = x[:len(d)]
	if simd {
		n := 0
		if isReal[T]() {
			n = unequalToReal(d, as[float64](x), float64(k))
		} else {
			n = unequalToInt(d, as[int64](x), int64(k))
		}
		d, x = d[n:], x[n:]
	}
	for i := range d {
		d[i] = truth(x[i] != k)
	}
}

// Mask makes the mask of the elements of c that hold, and returns how many these are.
//
//go:noinline
func Mask(d, c []int64) (n int) {
	c = c[:len(d)]
	m := int64(0)
	if simd {
		n, some := mask(d, c)
		m = int64(some)
		d, c = d[n:], c[n:]
	}
	for i := range d {
		t := truth(c[i] != 0)
		m += t
		d[i] = -t
	}
	return int(m)
}

// MaskAnd is Mask, of those elements that are in the mask m.
//
//go:noinline
func MaskAnd(d, c, m []int64) (n int) {
	c, m = c[:len(d)], m[:len(d)]
	sum := int64(0)
	if simd {
		n, some := maskAnd(d, c, m)
		sum = int64(some)
		d, c, m = d[n:], c[n:], m[n:]
	}
	for i := range d {
		t := -truth(c[i] != 0) & m[i]
		sum -= t
		d[i] = t
	}
	return int(sum)
}

// Without makes the mask of what is in m and not in c, which is a mask too.
//
//go:noinline
func Without(d, m, c []int64) {
	m, c = m[:len(d)], c[:len(d)]
	if simd {
		n := without(d, m, c)
		d, m, c = d[n:], m[n:], c[n:]
	}
	for i := range d {
		d[i] = m[i] &^ c[i]
	}
}

// Not makes the mask of what is not in c, which is a mask too.
//
//go:noinline
func Not(d, c []int64) {
	c = c[:len(d)]
	for i := range d {
		d[i] = ^c[i]
	}
}

// Count returns how many elements are in the mask m.
//
//go:noinline
func Count(m []int64) (n int) {
	sum := int64(0)
	if simd {
		n, some := count(m)
		sum = int64(some)
		m = m[n:]
	}
	for _, t := range m {
		sum -= t
	}
	return int(sum)
}

// Blend makes the elements those of x where the mask m is set, and those of y elsewhere.
//
//go:noinline
func Blend(d, m, x, y []int64) {
	m, x, y = m[:len(d)], x[:len(d)], y[:len(d)]
	if simd {
		n := blend(d, x, y, m)
		d, m, x, y = d[n:], m[n:], x[n:], y[n:]
	}
	for i := range d {
		d[i] = y[i] ^ (x[i]^y[i])&m[i]
	}
}

// Put makes the elements those of x where the mask m is set, and leaves the others.
//
//go:noinline
func Put(d, m, x []int64) {
	m, x = m[:len(d)], x[:len(d)]
	if simd {
		n := put(d, x, m)
		d, m, x = d[n:], m[n:], x[n:]
	}
	for i := range d {
		d[i] ^= (x[i] ^ d[i]) & m[i]
	}
}
