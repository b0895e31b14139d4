// Package doublebuffer lets a loop with array state run in two blocks, however many rounds
// it has (Vießmann, Šinkarovs and Scholz, "Extended memory reuse", IFL 2018, with blocks
// instead of reference counts). Futhark's pass of that name copies the first value, which
// is not needed.
//
// Suppose that a round makes the array for the next round in a block m' that it allocates,
// and does not pass on the array of the round before. Then two blocks are enough: one is
// read and the other written. They are allocated before the loop, and each round passes
// them on:
//
//	loop (m = m0) (x = x0) for i <= k do          let b1 = alloc n
//	  let m' = alloc n                            let b2 = alloc n
//	  let (y @ m') = …x…                          loop (m = m0) (x = x0) (m' = b1) (o = b2) for i <= k do
//	  in (m', y)                                    let (y @ m') = …x…
//	                                                in (m', y, o, m')
//
// The first round reads what the loop starts with and writes b1, the next reads b1 and
// writes b2, the one after it reads b2 and writes b1. Here o shadows m: at first it is a
// block of ours, and after the first round m itself. The loop may start with a block that
// is large enough and has no other use. Then that is the second block: with m' = b1, a
// round gives (m', y, m), and there is no shadow.
//
// In general a loop has a pool of blocks (pool): those that some parameters stand for, or
// their shadows, and as many spares as a round allocates at most. An alloc takes a spare. A
// block that a round does not pass to the next one is a spare there. So parameters may
// exchange their blocks, and keep those of earlier rounds. An if that chooses from the pool
// also gives the other blocks (branches). An inner loop with a pool of its own gets its
// blocks from the outer pool (within).
//
// The conditions:
//
//   - the round allocates the block itself, or a branch or loop in it does. What the
//     round gives may also be the block of a parameter, or one from before the loop;
//   - the size of the block can be computed before the loop: it does not depend on what
//     the loop binds, and does not get stuck if no round reaches the alloc. It is 0 where
//     it would be negative there;
//   - a round gives no block twice, and in the next round only its parameters show blocks
//     of the pool;
//   - an inner loop starts with blocks that have no other use, or does not return them:
//     then it has a round, and a round gives none of the blocks it starts with. The block
//     of a parameter in another pool of the loop counts as a block from before the loop:
//     a pool does not take it, so each block goes round in one pool only.
//
// No round frees a block: the manager removes the frees.
//
// Why this is right: in each round the blocks of the pool are different, since they were
// different before the loop and a round only exchanges them. Nothing shows the block that
// an alloc takes, since no parameter got it.
package doublebuffer
