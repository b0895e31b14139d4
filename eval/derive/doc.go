// Package derive holds big-step derivation trees (Fig. 4, Fig. 10) and the
// recorder that an evaluator builds one with.
//
// It knows no evaluator. Packages value and memory import it and say which rule they apply
// (Enter, Leave), and where the iterations of a kernel start and end. So long kernels are
// elided while they run and cost no memory. If evaluation gets stuck, the derivation so far
// remains. A nil Recorder records nothing.
package derive
