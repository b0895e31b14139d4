package rule

// valueRules are the value semantics.
var valueRules = []Rule{
	{"E-SCALAR", "Fig. 4", "conventional evaluation of se", "fig4.go: eScalar",
		`
def f (a : int) : int = 2 * a + 1
f(7)
`, `
let a = 7
a / (a - 7)
`},
	{"E-INDEX", "Fig. 4", "v = index(E(x), E(y₁), …)", "fig4.go: eIndex",
		`
let x = [[1, 2], [3, 4]]
x[2, 1]
`, `
let x = iota 3
x[4]
`},
	{"E-SLICE", "Fig. 4", "v = slice(E(x), …)", "fig4.go: eSlice",
		`
let x = iota 5
x[2 : 3]
`, `
let x = iota 5
x[4 : 3]
`},
	{"E-TRANSPOSE", "Fig. 4", "v = tr(E(x))", "fig4.go: eTranspose",
		"transpose [[1, 2, 3], [4, 5, 6]]", ""},
	{"E-IF-TRUE", "Fig. 4", "E(x) ≠ 0, and b₁ gives the values", "fig4.go: eIfTrue",
		`
let n = 3
if n > 2 then 10 else 20
`, ""},
	{"E-IF-FALSE", "Fig. 4", "E(x) = 0, and b₂ gives the values", "fig4.go: eIfFalse",
		`
let n = 1
if n > 2 then 10 else 20
`, ""},
	{"E-KERNEL", "Fig. 4", "b is evaluated with x ↦ 1, …, x ↦ m", "fig4.go: eKernel",
		"kernel i <= 3 do i * i", `
let n = 1 - 3
kernel i <= n do i * i
`},
	{"E-LET", "Fig. 4", "e, then b with the values bound", "fig4.go: eLet",
		`
let n = 2
n + 1
`, ""},
	{"E-IN", "Fig. 4", "the values of the variables", "fig4.go: eIn",
		`
let n = 2
in (n)
`, ""},
	{"E-PERMUTE", "ours", "the dimensions in another order", "beyond.go: ePermute",
		"permute((2, 1), [[1, 2, 3], [4, 5, 6]])", ""},
	{"E-REVERSE", "ours", "the rows back to front", "beyond.go: eReverse",
		"reverse [1, 2, 3]", ""},
	{"E-IOTA", "ours", "[1, …, n]: kernel i <= n do in (i)", "beyond.go: eIota",
		"iota 3", `
let n = 1 - 3
iota n
`},
	{"E-SCRATCH", "ours", "an array of undefined elements, which copies take along; to read one as a number is stuck", "scratch.go: eScratch",
		"scratch([3]int) with [2] = 5", `
let n = 1 - 3
scratch([n]int)
`},
	{"E-COPY", "ours", "the same elements: kernel … do in (x[…])", "beyond.go: eCopy",
		"copy [1, 2]", ""},
	{"E-REPLICATE", "ours", "the same element n times: kernel i <= n do in (x)", "beyond.go: eReplicate",
		"replicate(2, [1, 2])", `
let n = 1 - 3
replicate(n, 1)
`},
	{"E-LITERAL", "ours", "the elements in order", "beyond.go: eLiteral",
		`
let a = 2
[1, a, 3]
`, ""},
	{"E-CONCAT", "ours", "the rows of the operands in order", "concat.go: eConcat",
		"[1, 2] ++ [3]", ""},
	{"E-RESHAPE", "ours", "the same elements in row-major order", "concat.go: eReshape",
		"reshape((2, 3), iota 6)", `
let n = 1 - 3
reshape((n, n), iota 4)
`},
	{"E-WITH", "ours", "x with v instead of that part", "with.go: eWith",
		`
let x = iota 3
x with [2] = 7
`, `
let x = iota 3
x with [4] = 7
`},
	{"E-REDUCE", "ours", "the left fold, in order from the neutral elements", "reduce.go: eReduce",
		"reduce (+) 0 [3, 1, 4]", `
let x = scratch([2]int) with [1] = 3
reduce (+) 0 x
`},
	{"E-SCAN", "ours", "the accumulators after each element of that fold", "reduce.go: eScan",
		"scan (+) 0 [3, 1, 4]", `
let x = scratch([2]int) with [1] = 3
scan (+) 0 x
`},
	{"E-CALL", "ours", "the body under the arguments", "beyond.go: eCall",
		`
def square (x : int) : int = x * x
square(5)
`, ""},
	{"E-LOOP", "ours", "b with what the last round gave, round after round; the last values", "loop.go: eLoop",
		"loop (x = 1) for i <= 3 do 2 * x", `
let n = 10 ** 20
loop (x = 1) for i <= n do x
`},
	{"E-CHECK", "ours", "stuck unless both sides are equal", "beyond.go: eCheck",
		`
let n = 2 + 2
check n = 4
`, `
let n = 2 + 3
check n = 4
`},
}
