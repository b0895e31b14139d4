// Package shape has the shape functions of defs (Shaikhha, Fitzgibbon, Vytiniotis, Peyton Jones: Destination-Passing Style for
// Efficient Memory Management, FHPC 2017, §3.3 and Fig. 8): the sizes of what a def gives, from the sizes of its arrays and its ints,
// without any array.
//
// In core the sizes of arrays are ints that stand in their types. So the translation S of the paper only has to find out what
// these ints are, from the parameters of the def. An int is a cardinality (Card of the paper), a polynomial over the parameters, or
// it is data, and then there is no shape function if a size depends on it. The rules are those of Fig. 8:
//
//   - S-ExpNum, S-Var, S-App, S-Let: ints of scalar expressions and calls are replaced by what they stand for.
//   - S-If: both branches give the same int.
//   - S-Ifold: a loop or fold gives the int that it starts with, in all rounds.
//   - S-Build, S-Get: an element of an array is data, and so is the index of a kernel.
//
// What the paper's last step does by inlining and partial evaluation is done at once: a shape function calls no other one.
package shape
