package rule

// heapRules are the heap semantics.
var heapRules = []Rule{
	{"E-MEM-SCALAR", "Fig. 10", "conventional evaluation of se; no access", "fig10.go: memScalar",
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let n = 2 * x[3] + 1
`, `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let n = 1 / (x[3] - 3)
`},
	{"E-MEM-ALLOC", "Fig. 10", "a fresh label, a block of zeros; no access", "fig10.go: memAlloc",
		`
let n = 3
let (m : mem) = alloc (2 * n)
`, `
let n = 3
let (m : mem) = alloc (n - 5)
`},
	{"E-MEM-SLICE", "Fig. 10", "(ℓ, slice(L)); no access", "fig10.go: memSlice",
		`
let (m : mem) = alloc 6
let (x : [6] @ m -> R(6)) = iota 6
let y = x[2 : 3 : 2]
`, `
let (m : mem) = alloc 6
let (x : [6] @ m -> R(6)) = iota 6
let y = x[5 : 3]
`},
	{"E-MEM-INDEX", "Fig. 10", "H[ℓ, L(…)]; reads that location", "fig10.go: memIndex",
		`
let (m : mem) = alloc 6
let (x : [3] @ m -> 1 + {(3 : 2)}) = iota 3
let k = x[2]
`, `
let (m : mem) = alloc 6
let (x : [3] @ m -> 1 + {(3 : 2)}) = iota 3
let k = x[4]
`},
	{"E-MEM-TRANSPOSE", "Fig. 10", "(ℓ, L) with the outer two pairs swapped; no access", "fig10.go: memTranspose",
		`
let (m : mem) = alloc 6
let (x : [2][3] @ m -> R(2, 3)) = scratch([2][3]int)
let y = transpose x
`, ""},
	{"E-MEM-KERNEL", "Fig. 10", "the body for each index, each result copied to index(L, i)", "fig10.go: memKernel",
		`
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = kernel i <= 2 do i * i
`, `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (y : [3] @ m -> R(3)) = kernel i <= 3 do x[4 - i]
`},
	{"E-MEM-IF-T", "Fig. 10", "E(x) ≠ 0, and the first branch", "fig10.go: memIfT",
		`
let n = 3
let a = if n > 2 then 10 else 20
`, ""},
	{"E-MEM-IF-F", "Fig. 10", "E(x) = 0, and the second branch", "fig10.go: memIfF",
		`
let n = 1
let a = if n > 2 then 10 else 20
`, ""},
	{"E-STMS", "Fig. 10", "the statements in order; the traces are united", "fig10.go: stms",
		`
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = iota 2
let k = x[1]
`, ""},
	{"E-MEM-PROG", "Fig. 10", "from an empty heap, the values of the variables", "fig10.go: memProg",
		`
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = iota 2
in (m, x)
`, `
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = iota 2
free m
in (m, x)
`},
	{"E-MEM-PERMUTE", "ours", "(ℓ, L) with the pairs permuted; no access", "beyond.go: memPermute",
		`
let (m : mem) = alloc 6
let (x : [2][1][3] @ m -> R(2, 1, 3)) = scratch([2][1][3]int)
let y = permute((3, 1, 2), x)
`, ""},
	{"E-MEM-REVERSE", "ours", "(ℓ, L) from the last row, outer stride negated; no access", "beyond.go: memReverse",
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let y = reverse x
`, ""},
	{"E-MEM-IOTA", "ours", "as the kernel that defines it", "beyond.go: memIota",
		`
let (m : mem) = alloc 6
let (x : [3] @ m -> 1 + {(3 : 2)}) = iota 3
`, `
let (m : mem) = alloc 2
let (x : [3] @ m -> R(3)) = iota 3
`},
	{"E-MEM-SCRATCH", "ours", "(ℓ, L); nothing is written, so that elements show what was there", "scratch.go: memScratch",
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = scratch([3]int)
`, `
let n = 1 - 3
let (m : mem) = alloc 3
let (x : [n] @ m -> R(n)) = scratch([n]int)
`},
	{"E-MEM-CLAIM", "ours", "(ℓ, L) as the binder says; no access, and what a read finds there has to be what x is", "claim.go: memClaim",
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = [5, 6, 5]
let (y : [3] @ m -> 2 + {(3 : -1)}) = claim x
`, `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let o = 2 ** 70
let (y : [3] @ m -> o + {(3 : 1)}) = claim x
`},
	{"E-MEM-COPY", "ours", "as the kernel that defines it", "beyond.go: memCopy",
		`
let (m : mem) = alloc 6
let (x : [3] @ m -> R(3)) = iota 3
let (y : [3] @ m -> 5 + {(3 : -1)}) = copy x
`, `
let (m : mem) = alloc 4
let (x : [3] @ m -> R(3)) = iota 3
let (y : [3] @ m -> 2 + {(3 : 1)}) = copy x
`},
	{"E-MEM-REPLICATE", "ours", "as the kernel that defines it", "beyond.go: memReplicate",
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = replicate(3, 7)
`, `
let (m : mem) = alloc 2
let (x : [3] @ m -> R(3)) = replicate(3, 7)
`},
	{"E-MEM-LITERAL", "ours", "each element copied to index(L, k)", "beyond.go: memLiteral",
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> 2 + {(3 : -1)}) = [5, 6, 7]
`, `
let (m : mem) = alloc 2
let (x : [3] @ m -> R(3)) = [5, 6, 7]
`},
	{"E-MEM-CONCAT", "ours", "each operand copied to its slice of L; nothing for one that lies there", "concat.go: memConcat",
		`
let (m : mem) = alloc 3
let (x : [2] @ m -> R(2)) = iota 2
let (k : mem) = alloc 4
let (y : [4] @ k -> R(4)) = concat(x, x)
`, `
let (m : mem) = alloc 3
let (x : [2] @ m -> R(2)) = iota 2
let (y : [4] @ m -> R(4)) = concat(x, x)
`},
	{"E-MEM-RESHAPE", "ours", "(ℓ, L) with dimensions merged and split; no access", "concat.go: memReshape",
		`
let (m : mem) = alloc 6
let (x : [6] @ m -> R(6)) = iota 6
let y = reshape((2, 3), x)
`, `
let n = 1 - 3
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let y = reshape((n, n), x)
`},
	{"E-MEM-WITH", "ours", "in place: v copied to that part of x, and then (ℓ, L) of x", "with.go: memWith",
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let y = x with [2] = 7
`, `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let y = x with [4] = 7
`},
	{"E-MEM-REDUCE", "ours", "the body for each element in order; neutral elements and results that are arrays are copied to the accumulator's place; nothing for one that lies there", "reduce.go: memReduce",
		`
let (m : mem) = alloc 2
let (v : [2] @ m -> R(2)) = [5, 6]
let s = reduce (+) 0 v
`, `
let (m : mem) = alloc 2
let (v : [2] @ m -> R(2)) = scratch([2]int)
let s = reduce (+) 0 v
`},
	{"E-MEM-SCAN", "ours", "as E-MEM-REDUCE, and each accumulator copied to index(L, i)", "reduce.go: memScan",
		`
let (m : mem) = alloc 2
let (v : [2] @ m -> R(2)) = [5, 6]
let (k : mem) = alloc 2
let (s : [2] @ k -> R(2)) = scan (+) 0 v
`, `
let (m : mem) = alloc 2
let (v : [2] @ m -> R(2)) = [5, 6]
let (k : mem) = alloc 1
let (s : [2] @ k -> R(2)) = scan (+) 0 v
`},
	{"E-MEM-CALL", "ours", "the body under the arguments, blocks and LMADs included; an argument that it changes is marked by a star", "beyond.go: memCall",
		`
def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : int = x[n]
let (m : mem) = alloc 2
let (v : [2] @ m -> R(2)) = [5, 6]
let k = f(m, v)
`, ""},
	{"E-MEM-LOOP", "ours", "the rounds in order, blocks and LMADs carried; the traces are united", "loop.go: memLoop",
		`
let (m : mem) = alloc 2
let (v : [2] @ m -> R(2)) = [5, 6]
let sum = loop (s = 0) for i <= 2 do s + v[i]
`, `
let n = 10 ** 20
let (m : mem) = alloc 2
let (v : [2] @ m -> R(2)) = [5, 6]
let sum = loop (s = 0) for i <= n do s + v[1]
`},
	{"E-MEM-CHECK", "ours", "stuck unless both sides are equal; no access", "beyond.go: memCheck",
		`
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = [5, 6]
let k = x[2]
check k = 6
`, `
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = [5, 6]
let k = x[1]
check k = 6
`},
	{"E-MEM-FREE", "ours", "ℓ has no locations any more; stuck if it was freed before, or came from outside of this iteration, of a call, or of the program; no access", "beyond.go: memFree",
		`
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = [5, 6]
let k = x[2]
free m
`, `
let (m : mem) = alloc 2
let (k : mem) = m
free m
free k
`},
}
