// Package repl is what a person meets: the session that lines and files build
// up, the table of commands of the REPL, completion, the printing of results,
// verdicts, traces and heaps, and the bodies of the sub-commands.
//
// One Session serves the REPL and the command line. A line goes through
// syntax.Parse and elab, and is evaluated under the value semantics at once.
// Its FUNMEM form is made and evaluated under the heap semantics when something
// asks for the heap; a heap machine that lives on between lines then catches
// up. What a user enters either takes effect as a whole or not at all.
//
// Nothing here says what a program means: that is in semantics and eval.
package repl
