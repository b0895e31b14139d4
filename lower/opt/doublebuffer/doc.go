// Package doublebuffer lets a loop with array state run in two blocks, however many rounds
// it has (Vießmann, Šinkarovs and Scholz, "Extended memory reuse", IFL 2018, with blocks
// in place of reference counts; Futhark's pass of the name copies the first value, which
// is not needed).
//
// A round that gives the array of the next round in a block m' that it allocates, and
// does not give that of the round before any further, needs two blocks: one is read and the
// other written. They are allocated before the loop, and each round hands them on:
//
//	loop (m = m0) (x = x0) for i <= k do          let b1 = alloc n
//	  let m' = alloc n                            let b2 = alloc n
//	  let (y @ m') = …x…                          loop (m = m0) (x = x0) (m' = b1) (o = b2) for i <= k do
//	  in (m', y)                                    let (y @ m') = …x…
//	                                                in (m', y, o, m')
//
// The first round reads what the loop starts with and writes b1, the next reads b1 and
// writes b2, the one after it reads b2 and writes b1. Here o shadows m: it is a block of
// ours at first, and m itself as soon as a round has given one. Where the loop starts with
// a block that is large enough and that nothing uses otherwise, that is the second one:
// with m' = b1, a round gives (m', y, m), and there is no shadow.
//
// In general a loop has a pool of blocks (pool): those that some parameters stand for, or
// their shadows, and as many spares as a round allocates at most. An alloc takes a spare;
// what a round does not give to the next one is a spare there. So parameters may exchange
// their blocks, and keep those of earlier rounds. An if that chooses from the pool gives
// the others as well (branches); a loop in the round that has a pool itself gets its blocks
// from that around it (within).
//
// The conditions:
//
//   - the round allocates the block itself, or a branch or loop in it does; what it gives
//     may also be the block of a parameter, or one from before the loop;
//   - its size can be computed before the loop: it does not depend on what the loop binds,
//     and it is not stuck where no round comes to the alloc; it is 0 where it would be
//     negative there;
//   - a round gives no block twice, and all that shows blocks of the pool in the next one
//     are its parameters;
//   - a loop in the round starts with what is not used otherwise, or does not give it: it has
//     a round, and a round of it gives none of the blocks with which it starts;
//     what a parameter of another pool of the loop stands for is like a block from before the
//     loop: a pool does not take it, so that each block goes round in one pool only.
//
// No round frees a block: the manager leaves out the frees.
//
// Why that is right: in each round the blocks of the pool are different, since they are
// before the loop and a round only exchanges them; and what an alloc takes is shown by
// nothing, since no parameter was given it.
package doublebuffer
