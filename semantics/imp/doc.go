// Package imp is IMP (§4, Fig. 11): a tiny imperative language with a parallel
// loop, into which FUNMEM is translated. Here are its syntax tree, parser, printer
// and type rules; its semantics (Fig. 12) is package eval/imp.
//
// Scalar expressions, names and types are those of Fun, and read by the scanner
// and parser of package syntax. What the figure leaves open or out, and is ours:
//   - f64 beside int and mem;
//   - for and while loops, which run in order and give their assignments back, as
//     FUNMEM's loops need them (a kernel gives back E);
//   - check, a statement that is stuck unless comparisons hold, with length(x), the
//     number of locations of a block, among what it compares;
//   - the condition of an if may be a scalar expression;
//   - inputs before the statements and results behind them, so that a program can be
//     run: `input x : τ` and `return x : τ`.
//
// Variables may not be declared twice in one scope and those around it; a branch and
// the body of a loop are scopes of their own.
package imp
