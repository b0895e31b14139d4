// Package races proves that the iterations of a kernel are independent (eq. 4), and
// that its accesses lie in bounds, for all arguments and sizes. It reads FUNMEM as
// text: nothing is run.
//
// A walk over the program follows the rules of eval/memory, with unknown ints for what
// only a run tells. Each access is a region: the blocks that it may be in, an LMAD whose
// parts are polynomials over unknowns, and the facts that hold where it is made (the
// index of a kernel lies within its bound, a condition holds, what was indexed before
// was in bounds, …). Two iterations i < j of a kernel are two copies of everything that
// its body makes. Package prove refutes that a region of one meets a region of the
// other.
//
// Assumptions: the program is well typed. Blocks from outside (parameters of a function,
// what it uses from outside, names of earlier lines) may all be the same one. A block
// that is allocated is none of those that were there before. Nothing is assumed about
// values that are read.
//
// Blocks that a loop carries and that take turns are told apart by induction. Two of
// them are different in all rounds if they are different at first and every round keeps
// them different.
//
// Ints that a loop carries are the first value plus so many times what each round adds, or
// they have limits: what holds at first and what each round keeps holds in all rounds.
//
// Programs of IMP are walked in the same way, see IMP.
package races
