// Package diag holds source positions and diagnostics, and is the only place
// where an error becomes text.
//
// Everything that funmem says about a program is a Diagnostic: what was found,
// what was wanted, where that came from (notes), and the next thing to try
// (help). Three failures are never mixed: the program is wrong (Syntax, Type),
// the semantics has no rule for it (Stuck), and a mistake of ours (Bug).
package diag
