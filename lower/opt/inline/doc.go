// Package inline replaces calls by the bodies of functions, and global ints by their
// values. Afterwards the passes see one body, and constants as sizes.
//
// Functions are not recursive, so every call can be replaced. The body of a function gets
// binders of its own at each call; its sizes are those of the arguments. The star of a
// parameter is not needed any more: introduce finds the last uses in the body that the call
// has become. lower/toimp inlines calls as well, but those of FUNMEM, and its assigned
// variables need no binders of their own. The two share (*syntax.Def).FixedBy.
package inline
