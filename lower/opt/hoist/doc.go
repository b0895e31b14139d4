// Package hoist moves allocations: hoist to where they may stand as early as possible,
// lower to just before their first use.
//
// Within a body hoist puts each alloc and each check right behind what it needs, and
// before it the scalars that it needs. Out of a body go
//
//   - scalars that do not change within it: out of kernels, loops and folds all of them,
//     out of a branch in one of these those that an alloc needs. One that may be stuck (a
//     division) goes where the body is entered at least once, and stays elsewhere;
//   - allocs whose size does not change, out of folds, and loops that do not carry the
//     block to the next round, under any name; out of the branches in them as well. Where
//     the alloc may not be reached its size may be negative: it is proved not to be, or is
//     0 then. Where the loop has no rounds, or the branch is not taken, it is 0 too, unless it
//     is small; where it is not known before the loop whether a branch is, the alloc stays;
//   - checks, where the body is entered at least once, and never out of a branch.
//
// Out of a branch alone nothing goes: a block would be allocated where it is not needed.
//
// A block that is fresh in each round is full of zeros, and one from before the loop has
// what earlier rounds left. No round sees it: an array lies in a block only once all its
// elements were written (a fresh array) or as part of such an array (a derived one), and
// in this round, since its type names the block, which is not in scope in the round
// before, nor carried from it.
//
// An alloc never leaves a kernel: all iterations would share the block, and race. Only
// with a part of its own for each of them is that right, which is what expand does. A
// kernel of at most one iteration is the exception.
package hoist
