// Package validity gives verdicts on FUNMEM programs: whether both semantics
// give the same results (Def. 3.1), whether they agree at every binding and use
// on the way there, and whether every kernel instance is free of races (eq. 4).
//
// The heap semantics runs with the value semantics in lockstep (package
// memory). If nothing diverges, that was the value semantics of erase(p) too,
// and the results agree; otherwise erase(p) runs on its own (package value) and
// the results are compared through the (ℓ, L) of the returned arrays.
//
// Verdict is the object that `check --json` prints, and Text and Diagnostics
// are what people read. Types are checked before, in semantics/check.
package validity
