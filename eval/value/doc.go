// Package value is the value semantics of Fun (Fig. 4) with its auxiliary
// functions (Fig. 5) and the rules of the constructs beyond the figures.
//
// It is the reference that everything else is tested against: one short
// function per rule, in the paper's order and letters, over values that copy
// their elements and know nothing of memory. What is fast lives in package
// fast. Where no rule has an instance, evaluation is stuck: the error is a
// diag.Diagnostic with the rule, the place, the values and the bound.
//
// Files: fig4.go and fig5.go are the figures, beyond.go the rules of
// docs/rules.md that are ours, scalar.go the conventional evaluation of se, machine.go
// the environment that lives on between runs, judgement.go what a derivation shows,
// print.go values as Fun reads them. What index, slice and the sizes of arrays need to
// have an instance is in package machine, since the heap semantics and IMP need it too.
package value
