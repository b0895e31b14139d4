// Package check holds the type rules: Fig. 3 for Fun, and Fig. 8 for FUNMEM,
// which our copy of the paper lacks and which is rebuilt here from §3.2, Fig. 3
// and Fig. 6.
//
// A rule is one function. The rules for expressions without a body synthesise
// the type of a core expression; elaboration infers with the same functions
// (Context.Leaf), so that a premise and its message stand in one place. The
// rules for if, kernel and calls check against the pattern, as in the figures.
//
// Two sizes are equal when their normal forms are (package poly). Where that
// cannot be decided, elaboration inserts a check statement (Context.OnNeed); a
// program that is checked as written is refused instead.
//
// Types do not see aliasing, overlap or races (§3.4): the dynamic checks do.
package check
