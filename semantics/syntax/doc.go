// Package syntax is the concrete and abstract syntax of Fun and FUNMEM: the one AST
// for surface programs, core Fun (Fig. 1) and FUNMEM (Fig. 6), the scanner and parser
// (docs/language.md), a printer whose output parses back to an equal tree, the
// formatter of `funmem fmt`, and the traversals Walk, MapExpr, FreeVars, Subst and
// Equal. A Reader lends scanner and parser to IMP.
//
// A tree is immutable once it is built: every function that changes something
// returns a new tree that may share parts with the old one. Nothing here knows
// types or scopes beyond what the binders of Fig. 1 say.
package syntax
