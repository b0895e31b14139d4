// Package live tells which blocks of a FUNMEM program may still be accessed behind a
// statement, and from where to where a body uses a block. It is what merging blocks
// (§6), freeing them and building arrays in place of others ask.
//
// A use is a mention: of the block, of an array that may lie in it, also where that is
// only sliced or is a result, and a call of a function that uses it from outside. A
// variable is live behind a statement when it is mentioned later on: in the rest of
// the body, in its results, and behind the statement that the body belongs to. What a
// kernel or fold body mentions of outside is live throughout the kernel, whose
// iterations run in any order; what a loop body mentions of outside is live throughout
// the loop, but what a loop carries only up to its last use in a round, unless the
// round gives it to the next. A block is live when a live variable may show it.
package live
