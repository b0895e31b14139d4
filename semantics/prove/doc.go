// Package prove decides questions about ints for all values of the variables: that
// a size is positive, that two LMADs share no location, that a row of an array
// never meets another one. The answer is a proof, or that none was found.
//
// A System is what is known: polynomials that are 0 and polynomials that are not
// negative. To prove something is to refute the system that holds its negation. An
// LMAD contributes an equation, offset + Σ zₖ·sₖ with 0 ≤ zₖ < nₖ, so two of them
// meet iff the difference of two such sums can be 0. The tests are tried in this
// order. Proofs carry their names:
//
//	gcd        the coefficients of an equation have a common divisor that does not
//	           divide its constant (disjoint of Futhark's LMAD.hs, src/Futhark/IR/Mem)
//	intervals  a sum of products of what is not negative is negative: a certificate
//	           of Farkas, Handelman and Krivine, found by linear programming and
//	           checked on its own
//	splitting  an equation d·Q + R = 0 in which |R| < (k + 1)·d is k + … + k + 1
//	           cases, Q = c and R = −c·d: sums of intervals taken apart dimension by
//	           dimension (disjoint2 and disjoint3 of the same file, after Munksgaard
//	           et al., Memory Optimizations in an Array Language, SC'22)
//	residues   an equation has no solution modulo a small number
//	cases      min, max, quotients, powers, comparisons, the signs of strides, and
//	           alternatives among the facts
//	values     a variable that divides a number is one of its divisors; another one has
//	           its least value or a greater one, or one of a few
//
// Quotients x / y by a positive y are digits: x is y·t + r with 0 <= r < y. Bit
// operations with a number are sums of such digits.
//
// The search is bounded by counts, never by time, so that an answer does not depend
// on the machine.
package prove
