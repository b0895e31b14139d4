// Package shortcircuit is array short-circuiting (§6; Munksgaard et al., Memory
// Optimizations in an Array Language, SC'22): an array that will be copied is built in the
// place it will be copied to, and the copy then copies nothing.
//
// What is copied, and where to (point): x in copy x, an array in x with [ix] = x, the
// operands of concat and the rows of a literal, what the body of a kernel gives to its row,
// the neutral elements of reduce and scan, and what their bodies give to the place of the
// accumulator or to the row of the scan. An input of a kernel that is read there for the
// last time counts as well, although nothing is copied. It may lie where the result goes if
// each iteration reads only the row that it writes (in-place map).
//
// How an array moves depends on what makes its block:
//
//   - an alloc: all arrays in the block move (web), and the block is no longer allocated
//     (fromAlloc);
//   - an if: the copy moves to the end of both branches, where it is tried again. At
//     least one branch has to do without it (fromIf);
//   - a loop: the loop carries the array at that place. Its first value is copied there
//     before the loop, and the result of a round at the end of the round. No round may
//     have to copy (fromLoop).
//
// The conditions, after Futhark's (mkCoalsTabStm of its ArrayCoalescing.hs):
//
//  1. lastUse: the array is not used after the copy, or only read there (unchanged)
//     while nothing is written to its elements. A neutral element is not folded over.
//  2. allocated: the block of the place exists before the array is made, or its alloc can
//     move to before that.
//  3. free, live: between the first write of the array and the copy no other access meets
//     the place. The accesses are those that package races finds in the text, with what
//     is known at each of them. Package prove proves that two regions do not meet. A
//     kernel that makes the array may read, in iteration i, row i of the place. No round
//     of a loop that makes it may give something that already lies in the block of the
//     place (brought); that is not an access.
//  4. ownBlock: the array is made by expressions that write fresh arrays. It is alone in
//     its block, or with arrays that are derived from it in ways that have an inverse.
//     The block is used only in the body where the array is copied.
//  5. expressed: offset and strides of the place are known before the array is made, or
//     can be computed there from what is known; such definitions move.
//
// Moreover the elements of the place have locations of their own.
//
// Why this is right: the program before is valid and race-free. Within one iteration of the
// kernels around it, and one round of the loops, statements run in order, so 3 is about the
// statements between the first write and the copy. Another iteration does not access the
// place at all, because the copy writes there in this one and the kernel does not race. The
// copy is reached whenever the array is made, because both are in one body. What the arrays
// of the block show each other stays the same, because they move together (web.settle).
// Pushing a copy into a branch or a loop copies what a name stands for, under the same
// conditions.
//
// The block of a parameter with a star belongs to the function; this is checked in all
// calls of the program (owned). The elements of such a parameter have locations of their
// own.
//
// Obstacles that can move do move: a read that all iterations of a kernel have in common
// moves before it (readBefore), and the copy that an update changes moves before the
// statement that makes the new value (copyBefore).
//
// Beyond its types the pass promises nothing that its result alone would show. A refused
// copy looks like a missed one. The conditions decide whether an array may lie where it
// does, and they are about the program before.
package shortcircuit
