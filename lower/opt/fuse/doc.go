// Package fuse removes arrays that only exist to be read: an element of a kernel is
// computed where it is read (F-smooth, Fig. 4, with indices from 1),
//
//	(kernel i <= n do e)[k]       ⟶  e with k for i
//	length (kernel i <= n do e)   ⟶  n
//
// The second rule has already been applied in core, where a length is the size in the type. Elements of kernels of
// kernels, iota, replicate, copy, concat, literals, updates and ifs are computed in this way, through slices,
// transpose, permute, reverse and reshape. A reduce or scan over a kernel goes over what the kernel reads instead, and
// its function computes the element (rewriting.fold). Two more rules turn other expressions into kernels, for the sake
// of their rows: an if of kernels that is a row (branches), and a reduce of rows (interchange). With the option
// horizontal, kernels with the same bound become one (join).
//
// An array is removed only if that is known to cost nothing:
//   - nothing uses it whole: every use is an index, or a reduce or scan that goes over it,
//     perhaps through a view;
//   - the program does not get more operations than it had, up to `limit` for each
//     element of the array. Operations are counted as polynomials in the sizes (package
//     poly), so work that would be repeated in a kernel or loop shows. Arrays whose
//     removal makes nothing more expensive go first;
//   - outside kernels, a loop that reads it does not compute in order what a kernel
//     computed at the same time, unless the element is cheap, and does not compute the
//     same elements again in each round;
//   - nothing that it reads is updated before it would be read: introduce would have to
//     copy that.
//
// Values stay the same, f64s bit by bit: the same operators are applied to the same operands in the same order. A
// stuck element may vanish if nobody reads it. Nothing new gets stuck, since an index out of bounds was stuck
// before. With the option exact nothing that is stuck vanishes: an array goes only if nothing of it can get stuck,
// or all elements are read, and if the reads are proved to be within its bounds (exact.go). A program with scratch
// arrays is left alone: code that copied an undefined element must not read it.
package fuse
