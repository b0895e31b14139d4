// Package introduce turns core Fun into FUNMEM (§3.5): TransformProgram,
// TransformStms, TransformStm with one function per case, and Support.
//
// Fresh arrays get a block of their own, allocated before them, and a row-major LMAD;
// derived arrays lie where their operand lies, at the LMAD that package lmad derives. At
// ifs, defs and calls an array travels with its supporting variables: block, offset and
// strides.
//
// Beyond or unlike the procedures as printed (docs/errata.md):
//   - Support leaves the sizes out. Fun already returns the sizes that a branch decides
//     next to the array (Fig. 2). A second variable for a size would not be known to
//     equal the first.
//   - The block among the supporting variables is bound as mem, not as int.
//   - The program returns (mem, array) pairs, as Def. 3.1 needs.
//   - Every array parameter and result of a function gets its supporting variables before
//     it, so a call copies only arguments that the function may overwrite.
//   - An update changes its array in place, or a copy if that is not its last use. So
//     does a call whose function has marked the parameter (findUpdates). The origins of
//     blocks tell which arrays may share a block (origin), for each call and from round
//     to round of a loop. An update also changes a copy if it would overwrite what it
//     still has to read.
//   - A binding that already carries memory is taken as written.
//
// A reshape of a parameter copies it, because its strides are those of the caller's array.
// The function does not know whether it is row-major. A check would get stuck for a caller
// whose array is not. An if on the strides with the copy in one branch would do. But it
// would be an if of the program: it would remain after erasing, and the strides of its
// result would be unknown.
package introduce
