// Package refcount counts what a program would ask of the heap if its blocks had reference counts, as in SaC (Vießmann, Šinkarovs,
// Scholz: Extended Memory Reuse, IFL 2018, §2.2, §2.3 and §4): allocations, frees, reuses, the bytes requested, and the most
// bytes in use at one time.
//
// The heap machine runs the program as it is, and an observer counts beside it. A reference is a variable that shows a block,
// from where it is bound up to its last use. As in SaC, the last uses are found before the run (lower/live), and the
// counts are those of the run. A call hands over the references of arguments that the caller does not need any more. A block
// without references is freed.
//
// A with-loop asks for its block when it begins, and not at the `alloc` before it. In the modes RC and ERC it first
// asks whether a candidate (lower/opt/emr) is free: nothing but the candidate itself shows its block, and the block has the
// right size. Then the array goes into that block, and nothing is allocated. A candidate that Alg. 2 has chosen is held up to the
// with-loop, and what a round keeps for the next one (Alg. 3) up to there; so the footprint may grow (§6.2).
//
// Whatever is counted, the machine keeps all blocks apart. So the observer can check itself: an access to a block that was freed,
// or that another array has taken over, is an error.
package refcount
