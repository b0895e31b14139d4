// Package repl is the prompt: the console, which takes lines until an entry is complete, the table of commands with
// their bodies, completion and help.
//
// Four packages know each other one way: session, what lines build up; view, how things look; cli, the sub-commands;
// and this one. Nothing in them says what a program means: that is in semantics and eval.
package repl
