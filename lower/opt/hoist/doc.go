// Package hoist moves allocations: hoist moves them as early as possible, lower to just
// before their first use.
//
// Within a body hoist puts each alloc and each check right after what it needs, preceded by
// the scalars that it needs. These leave a body:
//
//   - scalars that do not change within it: all of them leave kernels, loops and folds,
//     and those that an alloc needs leave a branch in one of these. One that may get
//     stuck (a division) leaves only if the body is entered at least once;
//   - allocs whose size does not change: they leave folds, and loops that do not carry
//     the block to the next round under any name. They also leave the branches in these.
//     If the alloc may not be reached, its size may be negative: it is proved not to be,
//     or becomes 0. If the loop has no rounds, or the branch is not taken, the size is
//     also 0, unless it is small. If it is not known before the loop whether a branch is
//     taken, the alloc stays;
//   - checks, if the body is entered at least once, but never out of a branch.
//
// Nothing leaves a branch that is not in a kernel, loop or fold: a block would be allocated
// where it is not needed.
//
// A block that is fresh in each round is full of zeros, and one from before the loop has
// what earlier rounds left. No round sees the difference. An array lies in a block only
// once all its elements are written (a fresh array) or as part of such an array (a derived
// one). This happens in the same round, since its type names the block, which is neither in
// scope in the round before nor carried from it.
//
// An alloc never leaves a kernel: all iterations would share the block, and race. That is
// right only if each iteration has a part of its own, which is what expand does. A kernel
// of at most one iteration is the exception.
package hoist
