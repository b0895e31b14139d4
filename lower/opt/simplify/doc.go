// Package simplify makes programs smaller: of Fun and of FUNMEM, which stay what they are.
// It goes through a program forwards and then backwards until nothing changes any more.
//
//   - simplify.go: the rounds, what the pass ensures
//   - forward.go: going through statements with what is known
//   - scalar.go, types.go: constants, normal forms, copies of variables
//   - array.go: arrays that are another one: copies to where they lie already, views that are undone
//   - takeover.go: copies of FUNMEM whose original nothing needs any more
//   - common.go, key.go: common subexpressions
//   - share.go: fresh arrays of FUNMEM that are one
//   - branch.go: conditions that are known, results that both branches agree on (§3.5)
//   - loop.go, carried.go: loops without rounds, what loops carry and never change
//   - settled.go: results that something stands for
//   - live.go, needs.go, sweep.go: what nothing uses
//   - memory.go: which statements write to which blocks
//   - notes.go: what was done, and refused
//
// What is meant to hold on inputs on which the program before is stuck is nothing: a
// statement may go although it could be stuck, and so may a division in an
// expression. No f64 is computed, so that results are the same bits at every
// precision. An int expression becomes its normal form where that is smaller; the two
// could differ only in being stuck for ints of more than a million bits.
package simplify
