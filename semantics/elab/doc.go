// Package elab turns surface programs into core: it resolves names, infers
// types and sizes, names every intermediate array and every operand that core
// wants to be an atom, and gives each binder an ID and a name that are unique
// in the session. A binder of the program keeps its name if no other binder has
// it. Its Text is what the programmer wrote, and what messages call it.
//
// A def is elaborated in the scope of its place. A call before that place has
// the def elaborated early, from what was known there. A global that means
// something else at the two places is refused.
//
// Types come from the rules of package check, so a message about a premise is
// the same for surface and core programs. Sizes follow docs/language.md: equal
// normal forms need nothing, different ones are a type error, otherwise a
// check statement goes before the statement that needs it. A size that exists
// only after an if or a call is returned beside the array, as in Fig. 2.
//
// A program that allocates, or has memory in its types, is FUNMEM and is taken
// as written: its patterns are typed by the programmer, no check is inserted,
// and only the annotation of a derived array may be left out.
package elab
