// Package derive holds big-step derivation trees (Fig. 4, Fig. 10) and the
// recorder that an evaluator builds one with.
//
// It knows no evaluator: value and memory import it and say which rule they
// apply (Enter, Leave), and where the iterations of a kernel start and end, so
// that long kernels are elided while they run and cost no memory; where
// evaluation gets stuck the derivation so far remains. A nil
// Recorder records nothing.
package derive
