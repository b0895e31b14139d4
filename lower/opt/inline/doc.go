// Package inline puts functions in the places of their calls, and the values of global
// ints in the places of these: afterwards the passes see one body, and constants where
// sizes are.
//
// Functions are not recursive, so that every call can go. The body of a function gets
// binders of its own at each call; its sizes are those of the arguments. What a star
// says of a parameter is of no use any more: introduce finds the last uses in the body
// that the call has become. lower/toimp puts functions in the places of their calls as
// well, but of FUNMEM and on the way to variables that are assigned to, which need no
// binders of their own; what the two have in common is (*syntax.Def).FixedBy.
package inline
