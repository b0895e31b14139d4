// Package toimp translates FUNMEM to IMP (§4): procedures FunMemToImp, with one
// function per case, and Copy, extended to the whole language.
//
// Arrays vanish: an access x[i, j] becomes x_mem[L_x(i, j)], with L_x applied
// symbolically (eq. 1) and in normal form. What binds an array without an access (a
// slice, a transposition, …) gives no statement. A kernel stays one; loops, reduces and
// scans become loops that run in order.
//
// Beyond or unlike the procedures as printed (docs/errata.md):
//   - Copy is eq. (5), which reads everything before it writes. It goes through a
//     temporary block unless source and destination are apart or the same. If elements of
//     the destination may share a location, it writes them in order, so that the last one
//     stays.
//   - Fig. 11 has no statement that reads and writes at once: Copy reads into a
//     variable, and writes that.
//   - A loop assigns what it carries at once: a value that an earlier assignment of the
//     round overwrites is saved in a variable before.
//   - Calls are inlined. Functions are not recursive, so this ends. Index functions are
//     then those of the arguments, and IMP needs no procedures, which Fig. 11 does not
//     have. A program of more than maxStms statements is refused.
//   - Bounds are checked by statements of their own: an index against the sizes of its
//     array, and a write against the length of the block. They are left out if what is
//     known of the variables in scope proves them (package poly). Reads need no check of
//     their own against the block: the elements of an array were written to its block
//     when it was made, derived arrays have no other elements, and blocks do not shrink.
package toimp
