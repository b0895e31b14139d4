// Package imp is IMP (§4, Fig. 11): a tiny imperative language with a parallel
// loop, into which FUNMEM is translated. Here are its syntax tree, parser, printer
// and type rules; its semantics (Fig. 12) is package eval/imp.
//
// Scalar expressions, names and types are those of Fun, read by the scanner and
// parser of package syntax. The figure leaves these points open or out, and they are
// ours:
//   - f64 beside int and mem;
//   - for and while loops, which run in order and pass their assignments on, as
//     FUNMEM's loops need them to (a kernel gives back E);
//   - check, a statement that is stuck unless comparisons hold; one of their terms
//     may be length(x), the number of locations of a block;
//   - the condition of an if may be a scalar expression;
//   - inputs before the statements and results after them, so that a program can be
//     run: `input x : τ` and `return x : τ`.
//
// A variable may not be declared twice in one scope and the scopes around it. A
// branch and the body of a loop are scopes of their own.
package imp
