// Package validity gives verdicts on FUNMEM programs: whether both semantics give the same
// results (Def. 3.1), whether they agree at every binding and use on the way, and whether
// every kernel instance is free of races (eq. 4).
//
// The heap semantics runs with the value semantics in lockstep (package memory). If nothing
// diverges, that run was also a run of the value semantics of erase(p), and the results
// agree. Otherwise erase(p) runs on its own (package value), and the results are compared
// through the (ℓ, L) of the returned arrays.
//
// Verdict is the object that `check --json` prints. Text and Diagnostics are for people.
// Types are checked earlier, in semantics/check.
package validity
