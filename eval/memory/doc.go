// Package memory is the heap semantics of FUNMEM (Fig. 10): the reference that
// says what a program does to its blocks, with traces, race detection and
// bounds, and beside it, on request, the value semantics in lockstep.
//
// A rule is one function that carries its name. Where the figure threads E and
// H through a rule, the function changes those of the run; where the figure
// returns a trace, the function tells the tracer. What Fig. 10 leaves out (the
// constructs that are ours, docs/rules.md) is in beyond.go, concat.go, with.go,
// loop.go, reduce.go, scratch.go and claim.go. The lockstep is in lockstep.go: a rule
// only names the function of Fig. 5 that derives a view.
//
// Lockstep: as long as nothing has diverged, all integers are the same in both
// semantics, so one environment serves both and an array (ℓ, L) only needs its
// value V beside it. Each binding compares V with what the heap shows, each use
// compares what it reads. The first difference is the Divergence of the run;
// after it the values are dropped and the heap semantics goes on alone.
//
// Types are not checked here: programs come from elaboration, checked.
package memory
