// Package finding holds what a run of a FUNMEM program finds out, with its messages and its JSON: whether the heap shows
// what the value semantics has (Def. 3.1), which argument a call changed, and what is odd without being wrong. Package
// memory finds it, and package validity makes a verdict of it.
package finding
