// Package equal proves that two programs, or two functions, have the same values for all inputs: whenever the value semantics (Fig. 4) gives a value for
// the one before, it gives the same for the one after. Memory is erased first (Fig. 9). docs/proofs.md has the rules, with why each is sound.
//
// Both sides are evaluated with unknown ints. A scalar is a node in normal form (node.go), and equal scalars are the same node. An array is a function
// from indices to nodes (array.go). What is known at a place, such as the ranges of indices and the conditions of branches, is a context (context.go).
// A loop or a fold is looked at together with those from before that begin alike (loop.go). Where BEFORE may get stuck, the proof learns that it did
// not. Where AFTER may, it has to be shown that it does not.
package equal
