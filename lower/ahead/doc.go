// Package ahead transforms Fun programs right before they are run, so that they run faster: arrays that only exist to be
// read are fused away (package fuse with exact=yes), and what was computed before is not computed again
// (simplify.Once). A transformed program is stuck if and only if the program as written is, and has the same values, f64s
// bit by bit. It is for the engine alone: nobody sees it, and where it is stuck the program as written is run again, so
// that messages are about that.
package ahead
