// Package live tells which blocks of a FUNMEM program may still be accessed after a
// statement, and from where to where a body uses a block. Merging blocks (§6), freeing them
// and building arrays in place of others rest on it.
//
// A use is a mention of the block or of an array that may lie in it, even if the array is
// only sliced or is a result. A call of a function that uses the block from outside is a
// use too. A variable is live after a statement when it is mentioned later on: in the rest
// of the body, in its results, and after the statement that the body belongs to. Outside
// variables that a kernel or fold body mentions are live throughout the kernel, because its
// iterations run in any order. Outside variables that a loop body mentions are live
// throughout the loop. What a loop carries is live only up to its last use in a round,
// unless the round passes it to the next. A block is live when a live variable may show it.
package live
