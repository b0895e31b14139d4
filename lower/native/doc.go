// Package native evaluates calls, kernels, folds and loops of Fun programs as native code: it lowers them to FUNMEM by
// the `cpu` pipeline, to IMP, and to C (package emit), which a device compiles and runs.
//
// It may decline, and never err: ints beyond 64 bits, whatever gets stuck, and what is not compiled is left to the engine
// below, which has the exact result or the message. Inputs are never written, so the other engine may start again.
// f64s are the same bit for bit, but for the functions of C (emit.Code.Near), which may differ in the last digits.
package native
