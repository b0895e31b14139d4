// Package vector has the operations on short vectors of numbers: of the iterations of a kernel that the fast engine
// evaluates together. A vector of ints is a []int64 and a vector of f64s is a []float64; Reals shows one as the other.
// The vectors of one operation are as long as its result d, which may be one of the operands unless its comment says
// otherwise.
//
// Operations on ints tell whether every result fits 64 bits. If not, d has no meaning.
//
// Each operation is a plain loop in a function of its own: inlined into their callers, the loops run slower. On amd64 with
// AVX2, assembly does what it can of a vector, and the loop the rest: the last elements, or all of them where the
// assembly takes only small operands. With the build tag purego there is no assembly.
//
// Files: ints.go arithmetic of ints; reals.go of f64s; compare.go comparisons, and choices by them; move.go loads and
// stores; simd_*_amd64.s the assembly, of which simd_amd64.h has the macros.
package vector
