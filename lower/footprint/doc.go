// Package footprint tells how much storage a def needs before it runs: the most locations that its blocks have at one time. It
// reads programs in destination-passing style (lower/opt/dps), where every body gives back what it allocates, and where the size of each
// block is a shape function. So the peak is an expression over the sizes and the ints of the parameters (Shaikhha et al., FHPC 2017, §4.2
// take storage from a stack; §3.3 says how large it is).
//
// Iterations of a kernel are run one after the other, as the heap machine does.
//
// Where data decide which branch is taken, or whether a loop has rounds, the expression is an upper bound. Where data decide the size of a
// block, there is none.
package footprint
