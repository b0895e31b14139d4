// Package toimp translates FUNMEM to IMP (§4): procedures FunMemToImp, with one
// function per case, and Copy, extended to the whole language.
//
// Arrays vanish: an access x[i, j] becomes x_mem[L_x(i, j)], with L_x applied
// symbolically (eq. 1) and in normal form. What binds an array without an access (a
// slice, a transposition, …) gives no statement. A kernel stays one; loops, reduces and
// scans become loops that run in order.
//
// Beyond or unlike the procedures as printed (docs/errata.md):
//   - Copy is eq. (5), which reads all before it writes: it goes through a temporary
//     block unless source and destination are apart, or the same. Where elements of the
//     destination may share a location it writes them in order, so that the last stays.
//   - Fig. 11 has no statement that reads and writes at once: Copy reads into a
//     variable, and writes that.
//   - A loop assigns what it carries at once: what an earlier assignment of the round
//     overwrites is put into a variable before.
//   - Calls are inlined. Functions are not recursive, so that this ends; index functions
//     are then those of the arguments, and IMP needs no procedures, which Fig. 11 does
//     not have. A program of more than maxStms statements is refused.
//   - Bounds are checked by statements of their own, which are left out where what is
//     known of the variables in scope proves them (package poly): an index against the
//     sizes of its array, and a write against the length of the block. Reads need no
//     such check of their own: the elements of an array were written to its block when it was
//     made, what is derived from it has no others, and blocks do not shrink.
package toimp
