// Package free ends the life of blocks: behind the last use of each block, in the body
// that allocates it, stands `free m`, so that a use after that is stuck, and a run needs
// less memory at one time.
//
// A block stays where a body gives it, or what lies in it, as a result: the caller, the
// next round of a loop, or the kernel, which copies the row, uses it. So does one that a
// function uses from outside, since the function may be called again, and one that the
// program frees already. Blocks of parameters are not freed: they are the caller's.
package free
