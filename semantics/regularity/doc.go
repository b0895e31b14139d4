// Package regularity finds out which nested arrays are regular (van den Haak, McDonell, Keller and de Wolff: Accelerating Nested Data
// Parallelism: Preserving Regularity, Euro-Par 2020). It works on nested core: core Fun in which an array may be irregular, [n][?]int.
//
//   - A descriptor (shape.go) says of which shape an array is. Listing 2 (listing2.go) makes descriptors, and §4.2 (simplify.go)
//     simplifies them; two that are equal are of arrays of one shape.
//   - A triple ⟨n, i, k⟩ (triple.go, Listing 3) says of a value whether its dimensions are regular, and whether it is the same in all
//     iterations of the kernels around it. Listing 4 (listing4.go) makes triples. It needs the equality of descriptors for if and while.
//
// The expressions of the paper are these in core:
//
//	generate e (λv → e)      kernel i <= n do b, and iota, replicate, copy and scratch, which are kernels by definition
//	extent e                 a size: the s of let (s : int) (row : [s]int) = xss[i] is extent (xss ! i)
//	fold (λv v → e) e e      reduce; also scan (ours)
//	cond e e e               if
//	while (λv → e) (λv → e) e loop … while; also loop … for (ours)
//	e ! e                    x[i] and x[i, …]
//	(e, …) and π_l(e)        several results, and the variables of a pattern
//
// A call is the body of the function with the arguments in the places of its parameters (ours).
//
// Sizes are ints in core, which have names and may be computed. So the analysis also keeps what each int is (package poly), and the
// rule R-SIZE says that a size is independent if what it is known to be is. That also tells what a size is outside a kernel: Rows asks
// whether the size of a row is independent, and Before takes the statements out of the body that compute it.
//
// The listings look at one round of a loop, and have other mistakes. What is done instead stands beside the rules, and the programs
// that show it in testdata/errata.fun; docs/papers/regularity.md has them all.
package regularity
