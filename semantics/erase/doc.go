// Package erase turns FUNMEM back into Fun (Fig. 9, ⇒unmem): one function per
// rule. Memory is non-semantic: the Fun program that is left computes the same
// values, with an int where each block was.
//
// Clean goes further and removes those ints, and with them everything that only
// supported memory. From a program that TransformProgram made, it leaves the
// original program and the copies of its results. Tests use it as the reference
// for package introduce.
package erase
