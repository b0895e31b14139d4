// Package value is the value semantics of Fun (Fig. 4) with its auxiliary
// functions (Fig. 5) and the rules of the constructs beyond the figures.
//
// It is the reference that everything else is tested against. It has one short function per
// rule, in the paper's order and notation, over values that copy their elements and know
// nothing of memory. Fast code is in package fast. If no rule has an instance, evaluation
// is stuck: the error is a diag.Diagnostic with the rule, the place, the values and the
// bound.
//
// Files: fig4.go and fig5.go are the figures, beyond.go has the rules of docs/rules.md that
// are ours, scalar.go the conventional evaluation of se, machine.go the environment that
// stays alive between runs, judgement.go what a derivation shows, and print.go prints
// values as Fun reads them. Package machine checks whether index, slice and the sizes of
// arrays have an instance, since the heap semantics and IMP need that too.
package value
