// Package rewrite is what the passes of lower share: the job that a pass is given, the notes that say what it did and
// what it refused, the support of an array (§3.5), and ways to go over the bodies of a program, and to copy parts of it
// with binders of their own.
//
// A pass returns a new program and changes nothing in place. Binders keep their IDs and
// names unless a pass makes new ones, from the supply of the session.
package rewrite
