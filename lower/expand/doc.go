// Package expand is MemoryExpand (§5): it takes allocations out of kernels.
//
// A block of s locations that each iteration i of a kernel of n iterations allocates
// becomes one block of s·n locations before the kernel. Each iteration has a part of it.
// Location k of the small block is this location of the large one:
//
//	k + (i − 1)·s      blocked: the parts follow each other
//	k·n + (i − 1)      interleaved: location k of all iterations, and then location k + 1
//
// An array at o + {(d : t) …} of the small block then lies at o + (i − 1)·s + {(d : t) …} or at o·n + (i − 1) + {(d :
// t·n) …} (docs/errata.md, 6 and 7). That holds for fresh and for derived arrays, because an array is derived from
// another in the same way for both. Nested kernels are expanded from the inside out, as if the block had been allocated
// in the body of the next one.
//
// A block may have other names: the result of an if or a loop, what a loop carries. Where
// such a name can stand only for expanded blocks of this kernel, the arrays in it move as
// those in the blocks do. Blocks that share a name have parts of one size. Where the name
// may also stand for another block, the offset and strides of the array become results of
// the branches, or are carried.
//
// The size s is known before the kernel when it is computed from what is bound there, by
// operations that cannot be stuck. Otherwise the code that computes it is sliced out of the
// body, with the branches and loops around the alloc. The slice is evaluated for all
// iterations before the kernel, and each part is as large as the greatest need. Such a
// slice makes no arrays, and reads none that the kernel may overwrite.
//
// A block that only a branch needs has 0 locations where it is known before the kernel that
// the branch is not taken. So has the block of a loop with no rounds. Where this is not
// known, the size is sliced out as well, unless the block is small. It is small if all
// parts together have hardly more locations than an existing array, or if each part has
// very few.
//
// expand names each block that stays in a kernel, with the reason: a block that a loop
// passes to its next round, a block that is passed to a function, a size that cannot be
// sliced out, an array that is made or reshaped under a name that may also stand for
// another block.
package expand
