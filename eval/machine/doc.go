// Package machine is what the value semantics (Fig. 4), the heap semantics (Fig. 10) and
// IMP (Fig. 12) share, so that each of them holds rules alone: the frames around the
// present place, the bounds of indices, slices and sizes, and the words in which a rule
// says that it has no instance. The same fault has the same words in all three.
//
// Files: index.go the indices of index, slice and with; bounds.go bounds, shapes and blocks;
// limit.go what takes too much memory; frame.go the calls, iterations and rounds around a
// place, progress.go that place in a few words; stuck.go what is said of checks and of
// elements that nothing wrote; called.go how messages call expressions, kernels and loops.
package machine
