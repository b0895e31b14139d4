// Package infold folds in place (van Cuyck, Scholz: In-Place-Folding of Non-Scalar Hyper-Planes of Multi-Dimensional Arrays,
// IFL 2021, §6). A fold of the paper is a reduce here, whose accumulator is an array.
//
// In FUNMEM the accumulators lie at one place, which is that of the result (T-MEM-REDUCE). So the memory of the accumulator is
// explicit from the start, as after the first half of §6.2. What is left to do is in two steps, with a file each:
//
//  1. explicit.go: the function does not take a block of its own for the new accumulator, but the one that the accumulator
//     has, as _mem_reuse_ in Fig. 7. The copy at the end of each round then copies nothing.
//  2. suballoc.go (§6.3): the accumulator is built where the result of the fold is copied to, such as a row of an array. That
//     is what short-circuiting does, so the package asks shortcircuit for these arrays alone, as the paper asks the existing
//     in-place computation (§4.4).
//
// Step 1 is done if the following holds (§6.1; applicable.go):
//
//   - The function gives what it wrote to a block that it allocates, of the size of the accumulator. Nothing outside of it uses
//     that block.
//   - The function reads the accumulator, so that SaC would have put `_alloc_or_reuse_` there. After the first statement that
//     writes to the block it does not use the accumulator any more, nor anything else that may lie in its block.
//   - That statement makes a fresh array. It does not mention the accumulator; or it reads it with a well-behaved access
//     pattern, as in Extended Memory Reuse: each iteration reads only the element that it computes; or it is itself a fold,
//     which begins with the accumulator.
//
// Why this is right: before the pass, a round copied its result to the accumulator at its end. Now it writes it there from that
// statement on. What comes after the statement does not look at the accumulator, and the statement itself looks at each element
// before it writes it. What other rounds see is the same.
//
// Everything else is refused, with the paper's reasons where it has one: a result that may be an argument of the function
// (max), and memory that the function makes without a look at the accumulator. A result of another size than the accumulator
// (concatenation) has no type (T-REDUCE).
package infold
