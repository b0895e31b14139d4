// Package poly is the normal form of scalar expressions: polynomials with exact
// integer coefficients over variables. They tell whether two sizes, offsets or
// strides are equal, different, or not decided (docs/language.md, Sizes).
//
// Anything that is not polynomial (division, remainder, comparison, min, …)
// becomes an opaque atom of the polynomial. Two atoms are the same when their
// operators and the normal forms of their operands are. An Env adds what is
// known about the variables in scope: `let (x : int) = se` defines x, `check a
// = b` equates.
//
// Normal forms stay small: a product of more than maxTerms terms or maxSize
// atoms is an atom itself, and a variable whose definition is greater than
// maxSize stands for itself.
// That can leave a question undecided, but never decides it wrongly.
package poly
