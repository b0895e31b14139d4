// Package memory is the heap semantics of FUNMEM (Fig. 10). It is the reference for what a
// program does to its blocks, with traces, race detection and bounds. On request, the value
// semantics runs with it in lockstep.
//
// Each rule is one function, named after it. Where the figure threads E and H through a
// rule, the function changes those of the run. Where the figure returns a trace, the
// function tells the tracer. The constructs that Fig. 10 leaves out, which are ours
// (docs/rules.md), are in beyond.go, concat.go, with.go, loop.go, reduce.go, scratch.go and
// claim.go. The lockstep is in lockstep.go: a rule only names the function of Fig. 5 that
// derives a view.
//
// Lockstep: as long as nothing has diverged, all integers are the same in both semantics.
// So one environment serves both, and an array (ℓ, L) only needs its value V in addition.
// Each binding compares V with what the heap shows, and each use compares what it reads.
// The first difference is the Divergence of the run. After it the values are dropped, and
// the heap semantics goes on alone.
//
// Types are not checked here: programs come from elaboration, which has checked them.
package memory
