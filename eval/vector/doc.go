// Package vector has the operations on short vectors of numbers: of the iterations of a kernel that the fast engine
// evaluates together. A vector of ints is a []int64 and a vector of f64s is a []float64; Reals shows one as the other.
// The vectors of one operation are as long as its result d, which may be one of the operands unless its comment says
// otherwise.
//
// Operations on ints tell whether every result fits 64 bits. If not, d has no meaning.
//
// Each operation is a plain loop in a function of its own: inlined into their callers, the loops run slower.
//
// Files: ints.go arithmetic of ints; reals.go of f64s; compare.go comparisons, and choices by them; move.go loads and
// stores.
package vector
