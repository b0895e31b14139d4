// Package fuse takes arrays away that are only there to be read: an element of a kernel
// is computed where it is read (F-smooth, Fig. 4, with indices from 1),
//
//	(kernel i <= n do e)[k]       ⟶  e with k for i
//	length (kernel i <= n do e)   ⟶  n
//
// of which the second has happened in core, where a length is the size in the type.
// Elements of kernels of kernels, iota, replicate, copy, concat, literals, updates and ifs
// are computed so, through slices, transpose, permute, reverse and reshape. A reduce or scan
// over a kernel goes over what the kernel reads instead, and its function computes the
// element (rewriting.fold). Two more rules make kernels of other things, for the sake of the
// rows that those make: an if of kernels that is a row (branches), and a reduce of rows
// (interchange). With the option horizontal kernels of one bound become one (join).
//
// An array is taken away where that is known to be no loss:
//   - nothing uses it whole: every use is an index, or a reduce or scan that goes over it,
//     perhaps through a view;
//   - the program does not get more operations than it had, up to `limit` for each element
//     of the array. Operations are counted as polynomials in the sizes (package poly), so
//     that work which would be repeated in a kernel or loop shows. What makes nothing dearer
//     goes first;
//   - outside of kernels a loop that reads it does not compute one after the other what a
//     kernel computed at the same time, unless the element is cheap, nor the same elements
//     again in each round;
//   - nothing that it reads is updated before it would be read: introduce would have to
//     copy that.
//
// Values stay what they are, f64s bit by bit: the same operators are applied to the same
// operands in the same order. What is stuck may vanish with an element that nobody reads;
// nothing new is stuck, since an index that is out of bounds was stuck before. A program with
// scratch arrays is left alone: what copied an undefined element must not read it.
package fuse
