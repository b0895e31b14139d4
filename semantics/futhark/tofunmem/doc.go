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
// Files: translate.go programs and functions; names.go variables; sizes.go how large the locations
// of a block are; types.go types and index functions; scalar.go constants and conversions; operators.go and functions.go operators
// and primitive functions; stm.go statements; entry.go entry points;
// array.go arrays; control.go branches, loops and calls; acc.go accumulators; seg.go and
// segfold.go parallel operations; tuning.go sizes that the run time chooses.
package tofunmem
