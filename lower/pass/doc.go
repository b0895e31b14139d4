// Package pass is the table of transformations, the constraints on their order, and the
// manager that runs them: after each it prints the program, parses and type-checks what
// it printed, checks what the pass ensures, and, when asked to, validates the program
// against the one before (Def. 3.1, eq. 4).
//
// A pass takes Fun or FUNMEM and gives one of them; introduce gives memory to a program
// (§3.5). The passes have packages of their own beside this one.
package pass
