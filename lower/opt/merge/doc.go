// Package merge puts blocks whose uses do not overlap into one block (§6: memory block
// merging).
//
// The blocks that one body allocates are considered together. Those of a kernel's body
// belong to one iteration, so nothing is shared between iterations or between levels of
// kernels. A block is in use from the first to the last statement of the body that uses it,
// under any name and in any array that may lie in it. It is in use up to the end if the
// body returns it as a result, which callers, later rounds and the kernel use, or if
// functions use it from outside. Two blocks interfere if a statement lies in the range of
// both: a statement may write one before it has read all of the other.
//
// Blocks are taken in the order of their first uses, which is a greedy colouring of the
// interference graph. For intervals it needs no more colours than there are blocks in use
// at one time, if all of them may share. Each goes to a block that is large enough for it,
// the one that was in use last. Otherwise (sizes=max) it goes to one that can be made large
// enough: its size becomes the maximum of both. Both sizes must be known when it is
// allocated, or before its first use; then the alloc is moved down to there. Such a block
// is large before it needs to be, so a run may need more memory at one time than with
// blocks that are freed in between. With blocks of one size (sizes=equal) it never does.
//
// A block that may hold a result keeps its size, because a result fills its block (Def. 3.1). Only blocks that need no
// more go into it, and it does not go into a larger one.
//
// A location holds what was written to it last. That may be a number of another array that
// is dead, but no program sees it. An array lies in a block once all its elements are
// written there (a fresh array), or as part of such an array (a derived one). No program
// sees that alloc fills a block with zeros. So ints and f64s may share a block (kinds=any),
// unless an array in it starts undefined: a copy of that array reads what lies there. By
// default they do not, since lower levels, like the fast engine, have one type for a block.
package merge
