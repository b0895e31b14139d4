// Package simplify makes programs smaller: both of Fun and of FUNMEM, without changing the
// form. It goes through a program forwards and then backwards until nothing changes any
// more.
//
//   - simplify.go: the rounds, what the pass ensures
//   - forward.go: going through statements with what is known
//   - scalar.go, types.go: constants, normal forms, copies of variables
//   - array.go: arrays that equal another one: copies to where they already lie, views
//     that are undone
//   - takeover.go: copies of FUNMEM whose original is not needed any more
//   - common.go: common subexpressions; once.go: those that are numbers, and nothing else
//   - share.go: equal fresh arrays of FUNMEM
//   - branch.go: known conditions, results that both branches agree on (§3.5)
//   - loop.go, carried.go: loops without rounds, what loops carry and never change
//   - settled.go: results that something replaces
//   - live.go, needs.go, sweep.go: unused code
//   - exact.go: what has to stay with the option exact
//   - memory.go: which statements write to which blocks
//   - notes.go: what was done and what was refused
//
// Nothing is promised for inputs where the program before is stuck: a statement may be
// removed although it could get stuck, and so may a division in an expression. With the option exact=yes both stay, and
// so do loops that may run for ever: a program is stuck after the pass if and only if it was before. No f64 is
// computed, so results have the same bits at every precision. An int expression becomes its
// normal form if that is smaller. The two differ only in getting stuck for ints of more
// than a million bits.
package simplify
