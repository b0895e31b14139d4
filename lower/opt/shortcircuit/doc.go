// Package shortcircuit is array short-circuiting (§6; Munksgaard et al., Memory
// Optimizations in an Array Language, SC'22): an array that will be copied is built in
// the place that it will be copied to, and the copy then copies nothing.
//
// What is copied, and where to (point): x in copy x, an array in x with [ix] = x, the
// operands of concat and the rows of a literal, what the body of a kernel gives to its
// row, the neutral elements of reduce and scan, and what their bodies give, to the place
// of the accumulator or to the row of the scan. An input of a kernel that is read there
// for the last time counts as well, although nothing is copied: it may lie where the
// result goes when each iteration reads of it the row that it writes (in-place map).
//
// How an array moves depends on what makes its block:
//
//   - an alloc: all arrays in the block move (web), and the block is not allocated any
//     more (fromAlloc);
//   - an if: the copy moves to the end of both branches, where it is tried again; one
//     branch at least has to do without it (fromIf);
//   - a loop: the loop carries the array at that place, what it begins with is copied
//     there before it, and what a round gives at the end of the round; no round may have
//     to copy (fromLoop).
//
// The conditions, after Futhark's (mkCoalsTabStm of its ArrayCoalescing.hs):
//
//  1. lastUse: the array is not used behind the copy, or only read there (unchanged)
//     while nothing is written to its elements. A neutral element is not folded over.
//  2. allocated: the block of the place exists before the array is made, or its alloc can
//     move before that.
//  3. free, live: between the first write of the array and the copy no other access
//     meets the place. The accesses are those that package races finds in the text, with
//     what is known where they stand; that two regions do not meet is proved by package
//     prove. A kernel that makes the array may read, in iteration i, row i of the place.
//     No round of a loop that makes it gives, which is no access, what lies in the block
//     of the place already (brought).
//  4. ownBlock: the array is made by expressions that write fresh arrays, alone in its
//     block or with arrays that are derived from it in ways that have an inverse, and the
//     block is used only in the body in which the array is copied.
//  5. expressed: offset and strides of the place are known before the array is made, or
//     computed there from what is; such definitions move.
//
// Moreover the elements of the place have locations of their own.
//
// Why that is right: the program before is valid and race-free. Within one iteration of
// the kernels around it, and one round of the loops, statements come one after the other,
// so that 3 is about the statements between the first write and the copy. Another
// iteration does not access the place at all, because the copy writes there in this one
// and the kernel does not race; and the copy is reached whenever the array is made,
// because both stand in one body. What the arrays of the block show each other stays the
// same, because they move together (web.settle). Pushing a copy into a branch or a loop
// copies what a name stands for, under the same conditions.
//
// Of a parameter that a star marks the block belongs to the function, and its elements
// have locations of their own; the first is looked up in all calls of the program (owned).
//
// What is in the way for no good reason moves: a read that all iterations of a kernel
// have in common comes before it (readBefore), and the copy that an update changes before
// what is put there is made (copyBefore).
//
// The pass promises nothing that its result alone would show, beyond its types: a copy that
// was refused looks like one that was missed, and whether an array may lie where it does is
// what the conditions are about, which hold of the program before.
package shortcircuit
