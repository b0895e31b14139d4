//go:build !amd64 || purego

package vector

// simd is for processors with AVX2: see simd_amd64.go.
const simd = false

func addReals(d, x, y []float64) int { panic("no AVX2") }

func subReals(d, x, y []float64) int { panic("no AVX2") }

func mulReals(d, x, y []float64) int { panic("no AVX2") }

func divReals(d, x, y []float64) int { panic("no AVX2") }

func addReal(d, x []float64, k float64) int { panic("no AVX2") }

func subReal(d, x []float64, k float64) int { panic("no AVX2") }

func realSub(d, x []float64, k float64) int { panic("no AVX2") }

func mulReal(d, x []float64, k float64) int { panic("no AVX2") }

func divReal(d, x []float64, k float64) int { panic("no AVX2") }

func realDiv(d, x []float64, k float64) int { panic("no AVX2") }

func addProduct(d, x, y, s []float64) int { panic("no AVX2") }

func addMultiple(d, x, s []float64, k float64) int { panic("no AVX2") }

func sqrts(d, x []float64) int { panic("no AVX2") }

func add(d, x, y []int64) (int, int) { panic("no AVX2") }

func addInt(d, x []int64, k int64) (int, int) { panic("no AVX2") }

func sub(d, x, y []int64) (int, int) { panic("no AVX2") }

func subInt(d, x []int64, k int64) (int, int) { panic("no AVX2") }

func intSub(d, x []int64, k int64) (int, int) { panic("no AVX2") }

func mul(d, x, y []int64) (int, int) { panic("no AVX2") }

func mulInt(d, x []int64, k int64) (int, int) { panic("no AVX2") }

func mins(d, x, y []int64) int { panic("no AVX2") }

func maxs(d, x, y []int64) int { panic("no AVX2") }

func minInt(d, x []int64, k int64) int { panic("no AVX2") }

func maxInt(d, x []int64, k int64) int { panic("no AVX2") }

func ands(d, x, y []int64) int { panic("no AVX2") }

func andInt(d, x []int64, k int64) int { panic("no AVX2") }

func toReals(d []float64, x []int64) (int, int) { panic("no AVX2") }

func modInt(d, x []int64, k int64) (int, int) { panic("no AVX2") }

func divInt(d, x []int64, k int64) (int, int) { panic("no AVX2") }

func lessReals(d []int64, x, y []float64) int { panic("no AVX2") }

func lessEqualReals(d []int64, x, y []float64) int { panic("no AVX2") }

func equalReals(d []int64, x, y []float64) int { panic("no AVX2") }

func unequalReals(d []int64, x, y []float64) int { panic("no AVX2") }

func lessThanReal(d []int64, x []float64, k float64) int { panic("no AVX2") }

func atMostReal(d []int64, x []float64, k float64) int { panic("no AVX2") }

func moreThanReal(d []int64, x []float64, k float64) int { panic("no AVX2") }

func atLeastReal(d []int64, x []float64, k float64) int { panic("no AVX2") }

func equalToReal(d []int64, x []float64, k float64) int { panic("no AVX2") }

func unequalToReal(d []int64, x []float64, k float64) int { panic("no AVX2") }

func lessInts(d, x, y []int64) int { panic("no AVX2") }

func lessEqualInts(d, x, y []int64) int { panic("no AVX2") }

func equalInts(d, x, y []int64) int { panic("no AVX2") }

func unequalInts(d, x, y []int64) int { panic("no AVX2") }

func lessThanInt(d, x []int64, k int64) int { panic("no AVX2") }

func atMostInt(d, x []int64, k int64) int { panic("no AVX2") }

func moreThanInt(d, x []int64, k int64) int { panic("no AVX2") }

func atLeastInt(d, x []int64, k int64) int { panic("no AVX2") }

func equalToInt(d, x []int64, k int64) int { panic("no AVX2") }

func unequalToInt(d, x []int64, k int64) int { panic("no AVX2") }

func mask(d, x []int64) (int, int) { panic("no AVX2") }

func maskAnd(d, x, y []int64) (int, int) { panic("no AVX2") }

func count(x []int64) (int, int) { panic("no AVX2") }

func without(d, x, y []int64) int { panic("no AVX2") }

func blend(d, x, y, m []int64) int { panic("no AVX2") }

func put(d, x, m []int64) int { panic("no AVX2") }

func fill(d []int64, k int64) int { panic("no AVX2") }

func line(d []int64, k *[4]int64, step int64) int { panic("no AVX2") }

func places(d, x []int64, m, step int64) (int, int) { panic("no AVX2") }

func addPlaces(d, x []int64, m, step int64) (int, int) { panic("no AVX2") }

func within(d, at, mask []int64, m int64) (int, int) { panic("no AVX2") }

func record(d, times, x []int64, now, start int64) (int, int) { panic("no AVX2") }

func mark(d []Access, first *[8]uint32, base, step uint32) (int, int) { panic("no AVX2") }
