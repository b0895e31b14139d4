// Package expand is MemoryExpand (§5): it takes allocations out of kernels.
//
// A block of s locations that each iteration i of a kernel of n iterations allocates
// becomes one block of s·n locations before the kernel, of which each iteration has a
// part. Location k of the small block is in the large one
//
//	k + (i − 1)·s      blocked: the parts follow each other
//	k·n + (i − 1)      interleaved: location k of all iterations, and then location k + 1
//
// so that an array at o + {(d : t) …} of the small block lies at o + (i − 1)·s + {(d : t) …}
// or at o·n + (i − 1) + {(d : t·n) …} (docs/errata.md, 6 and 7). That holds for fresh and
// for derived arrays, because what derives one from another is the same for both. Nested
// kernels are expanded from the innermost one on, as if the block had been allocated in
// the body of the next one.
//
// A block may be bound to other names: the result of an if or a loop, what a loop
// carries. Where all that such a name may stand for are expanded blocks of this kernel,
// arrays in it move as those in the blocks do; blocks that share a name have parts of one
// size. Where it may be another block as well, offset and strides of the array become
// results of the branches, or are carried.
//
// The size s is known before the kernel when it is computed from what is bound there, by
// operations that cannot be stuck. Else what it is computed from is sliced out of the
// body, with the branches and loops around the alloc: it is evaluated for all iterations
// before the kernel, and the part is as large as the greatest needs. Such a slice makes no
// arrays, and reads none that the kernel may overwrite.
//
// A block that only a branch needs is 0 locations large where it is known before the
// kernel that the branch is not taken, and so is that of a loop with no rounds. Where it is
// not known, the size is sliced out as well, unless the block is small: all parts together
// hardly have more locations than an array that is there, or each has very few.
//
// What stays in a kernel is named with the reason: a block that a loop carries on, a
// block that is passed to a function, a size that cannot be sliced out, an array that is
// made, or reshaped, in a name that may stand for another block.
package expand
