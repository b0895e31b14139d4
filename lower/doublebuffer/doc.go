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
// writes b2, the one after it reads b2 and writes b1. Where the loop starts with a block as
// large as the others that nothing uses behind the loop, this is the second one: with
// m' = b1, a round gives (m', y, m).
package doublebuffer
