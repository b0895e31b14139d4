// Package merge puts blocks whose uses do not meet into one block (§6: memory block
// merging).
//
// The blocks that one body allocates are looked at together: those of a kernel's body
// are of one iteration, so that nothing is shared between iterations, and none of
// another level of kernels. A block is in use from the first to the last statement of
// the body that uses it, under any name and in any array that may lie in it; up to the
// end where the body gives it as a result, which callers, later rounds and the kernel
// use, and where functions use it from outside. Two blocks interfere when a statement
// lies in the range of both: a statement may write one before it has read all of the
// other.
//
// Blocks are taken in the order of their first uses, which is a greedy colouring of the
// interference graph: of intervals it needs no more colours than there are blocks in use
// at one time, where all of them may share. Each goes to a block that is large enough
// for it, the one that was in use last, or else (sizes=max) to one that can be made large
// enough: its size becomes the maximum of both, where both are known when it is
// allocated, or before its first use, to which the alloc is moved down. Such a block is
// large before it needs to be, so that a run may need more memory at one time than
// with blocks that are freed in between; blocks of one size (sizes=equal) never do.
//
// A block that may be that of a result keeps its size, for a result fills its block (Def. 3.1): only blocks go into
// it that need no more, and it goes to none that is larger.
//
// A location holds what was written to it last, and that may be a number of another array
// that is dead: no program sees it. An array lies in a block once all its elements were
// written there (a fresh array), or as part of such an array (a derived one); that alloc
// fills a block with zeros is seen by none. So ints and f64s may share a block (kinds=any),
// unless an array in it starts undefined: a copy of it reads what lies there. By default
// they do not, since code of lower levels has one type for a block, as the fast engine has.
package merge
