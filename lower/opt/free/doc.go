// Package free ends the life of blocks. After the last use of each block, in the body that
// allocates it, it puts `free m`. A later use gets stuck, and a run needs less memory at
// one time.
//
// A block is not freed if the body returns it, or something in it, as a result: the caller,
// the next round of a loop, or the kernel, which copies the row, uses it. Nor is a block
// that a function uses from outside, since the function may be called again, or one that
// the program already frees. Blocks of parameters are not freed: they are the caller's.
package free
