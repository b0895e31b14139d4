//go:build !purego

package vector

import "golang.org/x/sys/cpu"

// simd tells whether the processor has AVX2. Each function below then does the first elements of what the function of the
// same name in Go does, and returns how many that is. bad is not 0 if a result may not fit 64 bits, if an operand is not
// what it takes, or if an index is out of bounds.
var simd = cpu.X86.HasAVX2

//go:noescape
func addReals(d, x, y []float64) (n int)

//go:noescape
func subReals(d, x, y []float64) (n int)

//go:noescape
func mulReals(d, x, y []float64) (n int)

//go:noescape
func divReals(d, x, y []float64) (n int)

//go:noescape
func addReal(d, x []float64, k float64) (n int)

//go:noescape
func subReal(d, x []float64, k float64) (n int)

//go:noescape
func realSub(d, x []float64, k float64) (n int)

//go:noescape
func mulReal(d, x []float64, k float64) (n int)

//go:noescape
func divReal(d, x []float64, k float64) (n int)

//go:noescape
func realDiv(d, x []float64, k float64) (n int)

//go:noescape
func addProduct(d, x, y, s []float64) (n int)

//go:noescape
func addMultiple(d, x, s []float64, k float64) (n int)

//go:noescape
func sqrts(d, x []float64) (n int)

//go:noescape
func add(d, x, y []int64) (n, bad int)

//go:noescape
func addInt(d, x []int64, k int64) (n, bad int)

//go:noescape
func sub(d, x, y []int64) (n, bad int)

//go:noescape
func subInt(d, x []int64, k int64) (n, bad int)

//go:noescape
func intSub(d, x []int64, k int64) (n, bad int)

//go:noescape
func mul(d, x, y []int64) (n, bad int)

//go:noescape
func mulInt(d, x []int64, k int64) (n, bad int)

//go:noescape
func mins(d, x, y []int64) (n int)

//go:noescape
func maxs(d, x, y []int64) (n int)

//go:noescape
func minInt(d, x []int64, k int64) (n int)

//go:noescape
func maxInt(d, x []int64, k int64) (n int)

//go:noescape
func ands(d, x, y []int64) (n int)

//go:noescape
func andInt(d, x []int64, k int64) (n int)

//go:noescape
func toReals(d []float64, x []int64) (n, bad int)

//go:noescape
func modInt(d, x []int64, k int64) (n, bad int)

//go:noescape
func divInt(d, x []int64, k int64) (n, bad int)

//go:noescape
func lessReals(d []int64, x, y []float64) (n int)

//go:noescape
func lessEqualReals(d []int64, x, y []float64) (n int)

//go:noescape
func equalReals(d []int64, x, y []float64) (n int)

//go:noescape
func unequalReals(d []int64, x, y []float64) (n int)

//go:noescape
func lessThanReal(d []int64, x []float64, k float64) (n int)

//go:noescape
func atMostReal(d []int64, x []float64, k float64) (n int)

//go:noescape
func moreThanReal(d []int64, x []float64, k float64) (n int)

//go:noescape
func atLeastReal(d []int64, x []float64, k float64) (n int)

//go:noescape
func equalToReal(d []int64, x []float64, k float64) (n int)

//go:noescape
func unequalToReal(d []int64, x []float64, k float64) (n int)

//go:noescape
func lessInts(d, x, y []int64) (n int)

//go:noescape
func lessEqualInts(d, x, y []int64) (n int)

//go:noescape
func equalInts(d, x, y []int64) (n int)

//go:noescape
func unequalInts(d, x, y []int64) (n int)

//go:noescape
func lessThanInt(d, x []int64, k int64) (n int)

//go:noescape
func atMostInt(d, x []int64, k int64) (n int)

//go:noescape
func moreThanInt(d, x []int64, k int64) (n int)

//go:noescape
func atLeastInt(d, x []int64, k int64) (n int)

//go:noescape
func equalToInt(d, x []int64, k int64) (n int)

//go:noescape
func unequalToInt(d, x []int64, k int64) (n int)

//go:noescape
func mask(d, x []int64) (n, count int)

//go:noescape
func maskAnd(d, x, y []int64) (n, count int)

//go:noescape
func count(x []int64) (n, count int)

//go:noescape
func without(d, x, y []int64) (n int)

//go:noescape
func blend(d, x, y, m []int64) (n int)

//go:noescape
func put(d, x, m []int64) (n int)

//go:noescape
func fill(d []int64, k int64) (n int)

//go:noescape
func line(d []int64, k *[4]int64, step int64) (n int)

//go:noescape
func places(d, x []int64, m, step int64) (n, bad int)

//go:noescape
func addPlaces(d, x []int64, m, step int64) (n, bad int)

//go:noescape
func within(d, at, mask []int64, m int64) (n, bad int)

//go:noescape
func record(d, times, x []int64, now, start int64) (n, changed int)

//go:noescape
func mark(d []Access, first *[8]uint32, base, step uint32) (n, bad int)
