// Package futhark is Futhark's memory IR as `futhark dev` prints it: the files that end in
// .fut_seq_mem, .fut_gpu_mem and .fut_mc_mem.
//
// ir.go has what a dump says, statement by statement, with its places. The parser reads a
// dump and knows nothing more about its meaning. Index functions are read as version 0.25.8
// prints them, {base: …; LMAD: {offset: …; strides: …; shape: …}}, and as later versions
// print them, without the base. Anything that the parser does not know is an error that
// names it: nothing is skipped.
//
// Resolve finds where names are bound, and Check which types things have: check.go functions, statements and results;
// check_type.go types, and where arrays lie; operators.go and check_exp.go scalars; check_array.go arrays;
// check_control.go branches, loops and calls; check_seg.go parallel operations; check_lambda.go functions within them,
// and accumulators; check_entry.go entry points; printed.go how messages print types.
//
// Source: the dumps themselves; §1 of the paper for what a memory IR is.
package futhark
