// Package emit prints a program of IMP as C: one function, host code and kernels, which takes words of 64 bits and gives
// words of 64 bits (Code says which).
//
// Ints are of 64 bits, and an overflow is noticed. What decides what the program does (indices, sizes, bounds,
// conditions, checks, and all that they depend on) is right at once, or the run ends: see control. All other ints may be
// wrong for a while, since an overflow is noticed before the function returns; so loops over them stay simple enough for
// vectors. Products are computed fast as long as their factors are small; where they are not, the function gives up in
// doubt, and another text (Code.Exact) tests each product. A number that only becomes part of a place in a block need be right modulo 2^64 alone: see
// placing. A program is written three times, since what was found out about it decides how it is written: see facts.
// Where ints lie is found out for variables and for the contents of blocks: what cannot fail is not tested: see ranging.
//
// A block that ends with an iteration of a loop is an array of C, or memory that all iterations use one after the other: see
// homes. Others are on the stack of the thread, unless the caller may get them; those that a loop carries end with the round
// after which no variable means them: see kept. No division traps, and no access is out of bounds as long as the checks of
// package toimp are right.
//
// The function gives up (Status) where an int does not fit, an operator is stuck, a check fails, memory ends, or the caller
// wants it. It has changed no input then. It says no more: the engine below evaluates the same again, and has the exact
// result or the message.
//
// Not compiled are blocks from outside, copies of elements that may be undefined, constants beyond 64 bits and half
// precision.
package emit
