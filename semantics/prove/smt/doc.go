// Package smt asks a second prover, z3 or cvc5, what package prove was asked. A question becomes a script of SMT-LIB 2
// which is unsatisfiable if the claim holds. So a script can also be kept and given to any solver.
//
// Two elements or iterations are asked about by their difference: for i' the script has i + d. Then most products of a
// size and an index become products of the size and d, and the bounds of both indices become bounds of d. Solvers answer
// such questions that they leave open otherwise.
//
// Operators have the meaning that the language gives them where they have a value, and are any int where they have none.
// Some are any int always, such as `&`. So unsat can be believed of a script, and sat only if the values that the solver
// gives fit the question itself: Values and prove.System.Fits tell.
package smt
