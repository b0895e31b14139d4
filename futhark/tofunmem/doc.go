// Package tofunmem translates a dump of Futhark's memory IR to FUNMEM.
//
// Each function is a def, each statement one or a few of FUNMEM. Indices, which count from 0 in a dump,
// count from 1; offsets and strides stay. Sizes of blocks, in bytes there, are locations: elements of the
// arrays in the block, or of their smallest elements, where an element of twice the size takes two.
// bool is an int, and ints of a width are those of i8 to i64, f16 and f32 those of f16 and f32.
//
// Futhark believes the annotations of its patterns. Where ours derives the same, nothing is
// needed; elsewhere the array is claimed to lie there (T-MEM-CLAIM), and validity decides.
//
// What Futhark leaves open is decided: of several threads of a scatter that write one place the last one
// wins, which is no race; a histogram and accumulators combine in the order of the threads, and a kernel in front of those that
// update accumulators looks for races of what else they do. Of the threads of a virtualised kernel, or of one that combines values, that are more than there are, the first ones are looked at for races, if something lies by
// their number; a shift by more bits than there are leaves none, or the sign; x / 0 is 0 where it is safe; an infinity or
// NaN as an integer is 0, and another real that does not fit wraps; all NaNs have the same bits; the remainder of reals is that of compiled
// code, with the sign of the first operand. The functions that FUNMEM has no operator for (cbrt,
// hypot, log1p, asinh, …), and those that it has, are right up to a few units in the last place.
//
// A segmap whose level does not say virtualise has a thread, or a group, for each point of its space, and what the threads of
// a group do has one of them; where there are fewer a check in front is stuck. More are not looked at.
//
// What there is not is an error that names it at its place, behind the types (futhark.Check): a segred, segscan or seghist whose threads
// write to accumulators, and tiles beside those; operators that compute with the number of a thread; flat slices that threads write to, and
// extents and strides that each thread chooses; tiles of rows; operators of
// index functions that count no sign; entry points with opaque types that are not declared, when they are called.
//
// Files: translate.go programs and functions; names.go variables; bytes.go how large the locations
// of a block are; types.go types and index functions; scalar.go constants and conversions; operators.go, functions.go and bits.go operators
// and primitive functions; stm.go statements; entry.go entry points;
// body.go bodies and claims; array.go, flat.go and direct.go arrays; control.go branches, loops and calls; acc.go accumulators; seg.go parallel
// operations, segfold.go, segpost.go and seghist.go those that combine, segwrite.go those that write where they choose, segtouch.go what
// of their results races with reads, segturn.go those whose threads run in turn, segprobe.go their races; launch.go how many threads there have to be;
// tuning.go sizes and versions that the run time chooses.
package tofunmem
