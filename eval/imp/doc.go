// Package imp evaluates IMP (Fig. 12): a mutable environment E and a heap H, which is
// that of FUNMEM. A rule is one short function whose comment begins with its name and
// that changes the E and H of the run; the rules of what is ours are in beyond.go.
//
// The heap's tracer follows the accesses, so that an iteration of a kernel that meets
// another one (eq. 4) is found as it is for FUNMEM. A race does not stop evaluation:
// it is among the warnings of the outcome, and so is a read of what nothing wrote.
//
// Programs come from package semantics/imp, resolved.
package imp
