// Package derive holds big-step derivation trees (Fig. 3, 4, 8, 10 and 12) and the
// recorder that builds one while rules are applied.
//
// It knows no rules. The type checker and the evaluators import it and say which rule they
// apply (Enter, Leave), which premises have no rule of their own (Premise), and where the
// iterations of a kernel start and end. So long kernels are elided while they run and cost
// no memory. If a rule has no instance, the derivation so far remains. A nil Recorder
// records nothing.
//
// A Tree is data: conclusions and premises are kept in their parts (Judgement, Condition).
// Format is one way to print it.
package derive
