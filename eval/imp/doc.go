// Package imp evaluates IMP (Fig. 12): a mutable environment E and a heap H, which is the
// heap of FUNMEM. Each rule is one short function. Its comment begins with the name of the
// rule, and it changes the E and H of the run. The rules that are ours are in beyond.go.
//
// The heap's tracer follows the accesses. So if an iteration of a kernel conflicts with
// another one (eq. 4), that is found just as for FUNMEM. A race does not stop evaluation.
// It is among the warnings of the outcome, and so is a read of what nothing wrote.
//
// Programs come from package semantics/imp, already resolved.
package imp
