// Package dps is destination-passing style (Shaikhha, Fitzgibbon, Vytiniotis and Peyton Jones, FHPC 2017): the caller of a
// function says where the function makes its results, and all other storage is on a stack.
//
// The pass translates a FUNMEM program as Fig. 7 does a program of F̃. A reference r of the paper is a block and an LMAD here, so a
// destination may be a row of a larger array:
//
//   - D-Abs, D-App (destination.go): a result that a function makes gets a destination, which are parameters for its block, its
//     offset and its strides. The block has a star. The caller allocates it; the shape function of the result says how large
//     it is. A result that is only part of an argument stays where it is, without a copy;
//   - D-If (branches.go): what a branch makes has a block from before the if;
//   - D-Ifold (state.go): the state of a loop is in blocks from before the loop. A round makes it where it was, if that does no
//     harm. Else two blocks take turns, as the pass doublebuffer makes them do; where that cannot be, a round copies its state to
//     where the first one is;
//   - D-Let, D-VarVector (place.go): what is copied to a destination is made there if that does no harm, and so are the rows of
//     kernels: the pass shortcircuit decides;
//   - alloc t (λr. e) (scope.go): the body that allocates a block frees it, and the blocks that are in use at one time are nested.
//
// Between the last two, the rules of Fig. 9 are applied (rules.go).
//
// What has no shape function keeps its block, as FUNMEM has it, and the notes say why.
package dps
