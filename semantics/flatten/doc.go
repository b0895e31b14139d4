// Package flatten makes core Fun of nested core: an irregular array becomes flat data with sizes and offsets, and a kernel
// whose rows differ in size becomes kernels over the elements of all rows.
//
// The parts of an irregular array [n][?]int are sizes : [n]int, offsets : [n]int and data : [t]int. Row i is
// data[offsets[i] : sizes[i]]. Rows need not lie one after the other, and may share elements.
//
// Lifting a kernel goes through the statements of its body. They are in a context: some number of iterations, each with
// values of its own for the variables that the body binds. At first these are the iterations of the kernel. The iterations
// of an inner kernel, of all rows together, are a context within it, and so are the iterations that take one branch, or
// those whose loop goes on. For each variable the context knows a place, which says how an iteration finds its value:
//
//   - a scalar operation, the reading of an element or a view of an array is done again in each kernel that needs it;
//   - a number, or an array whose sizes are known outside the context, is an element or a row of an array that has one for
//     each iteration. The statement that makes it stays as it is, in a kernel over the iterations;
//   - an array with a size that differs is a segment of flat data.
//
// So only a statement whose results have sizes of their own in each iteration is lifted. These files lift statements:
//
//	kernels.go    a kernel: one over the elements of all rows
//	filled.go     iota, replicate, copy, literals, concat: the kernels that they are by definition
//	with.go       updates, as kernels
//	scan.go       one scan over the flat data, which starts again at the first element of each row
//	fold.go       folds whose accumulators differ in size, as loops
//	branches.go   if: the iterations are parted, and each branch is lifted for those that take it
//	loops.go      loops with as many rounds in all iterations
//	lockstep.go   other loops: the iterations go on together, and those that are done are left alone
//	inplace.go    loops that only change elements in place: they change the flat data (chains.go, lastuse.go, versions.go)
//	calls.go      calls, by the body of the function
//
// Rows that take loops may be made in a matrix instead, if they are of nearly one size (matrix.go).
//
// and these are what they stand on:
//
//	context.go    contexts, and what becomes of each statement
//	place.go      where variables are; views.go, rows that share the elements of other arrays
//	layout.go     how rows lie in flat data: the segment descriptors
//	row.go        the bodies of new kernels; direct.go, elements that are read in flat data; equations.go, checks that make them well-typed
//	flush.go      new kernels over a context; value.go, what they give
//	finish.go     the arrays that stand for the results of the kernel
//	sure.go       sizes that may be negative where no row has them
//
// A program that is stuck stays stuck. A statement that may be stuck waits in its context until the next kernel over its
// iterations, which runs it; what is done again elsewhere is done by iterations that have run it. No iteration does a statement that
// it would not do by itself, so no other program is stuck.
package flatten
