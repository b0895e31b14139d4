// Package tofunmem translates a dump of Futhark's memory IR to FUNMEM.
//
// Each function is a def, each statement one or a few of FUNMEM. Indices count from 0 in a dump and from 1 here;
// offsets and strides stay. Sizes of blocks are bytes in a dump and locations here. A location is an element of the
// arrays in the block. If elements differ in size, a location is a smallest one, and an element of twice the size takes
// two. bool is an int, ints of a width are those of i8 to i64, and f16 and f32 are those of f16 and f32.
//
// Futhark believes the annotations of its patterns. Where ours derives the same, nothing is
// needed; elsewhere the array is claimed to lie there (T-MEM-CLAIM), and validity decides.
//
// What Futhark leaves open is decided. If several threads of a scatter write one place, the last one wins, and that is
// not a race. Histograms and accumulators combine in the order of the threads. A kernel before the threads that update
// accumulators looks for races in whatever else they do. A virtualised kernel, or one that combines values, may have
// more threads than run at once. Then the first ones are checked for races, if something lies by their number. A shift
// by more bits than there are leaves none, or the sign. x / 0 is 0 if the operation is safe. An infinity or NaN becomes
// the integer 0, and any other real that does not fit wraps. All NaNs have the same bits. The remainder of reals is
// that of compiled code, with the sign of the first operand. Functions, whether FUNMEM has an operator for them or not
// (cbrt, hypot, log1p, asinh, …), are right up to a few units in the last place.
//
// A segmap whose level does not say virtualise has a thread, or a group, for each point of its space, and an operation
// of the threads of a group has one of them for each point. If there are fewer, a check in front gets stuck. More are
// ignored.
//
// An unsupported construct is an error that names it at its place, reported after the types are checked
// (futhark.Check): a segred, segscan or seghist whose threads write to accumulators, and tiles next to those; operators
// that compute with the number of a thread; flat slices that threads write to, and extents and strides that each thread
// chooses; tiles of rows; unsigned operators of index functions; entry points with opaque types that are not declared,
// when they are called.
//
// Files: translate.go programs and functions; names.go variables; bytes.go how large the locations of a block are;
// types.go types and index functions; scalar.go constants and conversions; operators.go, functions.go and bits.go
// operators and primitive functions; stm.go statements; entry.go entry points; body.go bodies and claims; array.go,
// flat.go and direct.go arrays; control.go branches, loops and calls; acc.go accumulators; seg.go parallel operations,
// segfold.go, segpost.go and seghist.go those that combine, segwrite.go those that write where they choose, segtouch.go
// races of their results with reads, segturn.go those whose threads run in turn, segprobe.go their races; launch.go how
// many threads there have to be; tuning.go sizes and versions that the run time chooses.
package tofunmem
