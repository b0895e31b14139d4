// Package machine is what the value semantics (Fig. 4), the heap semantics (Fig. 10) and IMP
// (Fig. 12) share, so that each of them consists only of rules. It has the frames around the
// current place, the bounds of indices, slices and sizes, and the messages of a rule without
// an instance. The same fault has the same message in all three.
//
// Files: index.go has the indices of index, slice and with; bounds.go bounds, shapes and
// blocks; limit.go what takes too much memory; frame.go the calls, iterations and rounds
// around a place; progress.go that place in a few words; stuck.go the messages about checks
// and about elements that nothing wrote; called.go how messages name expressions, kernels
// and loops.
package machine
