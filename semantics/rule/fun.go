package rule

// funTypes are the types of Fun, and of what FUNMEM shares with it.
var funTypes = []Rule{
	{"T-CONST", "Fig. 3", "a constant is an int, or an f64", "fig3.go: tConst",
		`
let a = 3
let x = 1.5
(a, x)
`, ""},
	{"T-VAR", "Fig. 3", "a variable of type int or f64 is a scalar expression", "fig3.go: tVar",
		`
let a = 3
a + 1
`, `
let count = 3
cuont + 1
`},
	{"T-OP", "Fig. 3", "both operands of an operator are ints, or both f64s, as it wants them", "fig3.go: tOp",
		`
let x = 1.5
x * 2.0 + x
`, `
let n = 3
n + 1.5
`},
	{"T-SCALAR", "Fig. 3", "let (x : τ) = se, where τ is int or f64", "fig3.go: tScalar",
		`
let a = 2
let (b : int) = 3 * a + 1
`, "length(3)"},
	{"T-INDEX", "Fig. 3", "y is an array, and each of its dimensions gets one int", "fig3.go: tIndex",
		`
let x = [[1, 2], [3, 4]]
x[1, 2]
`, `
let x = [1, 2]
x[1, 2]
`},
	{"T-SLICE", "Fig. 3", "x is an array, and each of its dimensions gets one index of ints", "fig3.go: tSlice",
		`
let x = iota 5
x[2 : 3]
`, `
let x = 5
x[1 : 2]
`},
	{"T-TRANSPOSE", "Fig. 3", "x has two dimensions or more; the outer two are swapped", "fig3.go: tTranspose",
		"transpose [[1, 2, 3], [4, 5, 6]]", "transpose [1, 2]"},
	{"T-IF", "Fig. 3", "the condition is an int, both branches fit the pattern, whose sizes are in scope", "fig3.go: tIf",
		`
let n = 3
if n > 2 then iota 2 else iota n
`, "if 1 then 1 else [2]"},
	{"T-KERNEL", "Fig. 3", "the bound is an int, the body gives the element, whose sizes are in scope outside", "fig3.go: tKernel",
		`
let n = 3
kernel i <= n do i * i
`, "kernel i <= [3] do i"},
	{"T-RESULT", "Fig. 3", "a body returns what the pattern binds, sizes included", "fig3.go: tResult",
		"let (n : int) (x : [n]int) = if 1 then (2, iota 2) else (3, iota 3)", "let (n : int) (x : [n]int) = if 1 then (2, iota 2) else (4, iota 3)"},
	{"T-STM", "Fig. 3", "a statement is well-typed and its pattern is in scope after it", "fig3.go: tStm",
		`
let n = 3
let (x : [n]int) = iota n
x[2]
`, "let (x : [4]int) = iota 3"},
	{"T-PROG", "Fig. 3", "a program has no free variables and returns ints and arrays", "fig3.go: tProg",
		`
let n = 3
let x = iota n
in (n, x)
`, ""},
	{"T-PERMUTE", "ours", "the numbers are a permutation of the dimensions of x", "beyond.go: tPermute",
		"permute((2, 1), [[1, 2, 3], [4, 5, 6]])", "permute((1, 1), [[1, 2, 3], [4, 5, 6]])"},
	{"T-REVERSE", "ours", "x is an array", "beyond.go: tReverse",
		"reverse [1, 2]", "reverse 3"},
	{"T-IOTA", "ours", "the length is an int", "beyond.go: tIota",
		"iota 3", "iota [3]"},
	{"T-SCRATCH", "ours", "the sizes are ints", "beyond.go: tScratch",
		"scratch([2][3]int)", "scratch([iota 2]int)"},
	{"T-COPY", "ours", "x is an array", "beyond.go: tCopy",
		"copy [1, 2]", "copy 3"},
	{"T-REPLICATE", "ours", "the count is an int, the element an int or an array", "beyond.go: tReplicate",
		"replicate(3, [1, 2])", "replicate([3], 1)"},
	{"T-LITERAL", "ours", "the elements have one type", "beyond.go: tLiteral",
		"[[1, 2], [3, 4]]", "[[1, 2], [3]]"},
	{"T-CONCAT", "ours", "the operands are arrays of one rank with rows of one shape; the outer size is the sum of theirs", "concat.go: tConcat",
		`
let n = 2
iota n ++ [7]
`, "[[1, 2]] ++ [3]"},
	{"T-RESHAPE", "ours", "the sizes are ints, and as many elements as x has", "reshape.go: tReshape",
		"reshape((2, 3), iota 6)", "reshape((2, 2), iota 3)"},
	{"T-WITH", "ours", "x is an array, each of its dimensions gets one index of ints, and v has the type of that part", "with.go: tWith",
		`
let x = iota 4
x with [2] = 7
`, `
let x = iota 4
x with [2] = 0.5
`},
	{"T-REDUCE", "ours", "arrays of one outer size; the function takes accumulators of the neutral elements' types and elements, and gives accumulators", "reduce.go: tReduce",
		"reduce (+) 0 [3, 1, 4]", "reduce (+) 0 3"},
	{"T-SCAN", "ours", "as T-REDUCE; the results are arrays of accumulators, of the outer size of the arrays", "reduce.go: tScan",
		"scan (+) 0 [3, 1, 4]", "scan (+) 0 3"},
	{"T-CALL", "ours", "the arguments have the types of the parameters, and fix the sizes", "call.go: tCall",
		`
def outer [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do k * x[i]
outer([1, 2], 5)
`, `
def outer [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do k * x[i]
outer([1, 2])
`},
	{"T-LOOP", "ours", "first values and body give what the loop carries, sizes included; bound and condition are ints", "loop.go: tLoop",
		"let y = loop (x = 1) for i <= 5 do 2 * x", "let y = loop (x = 1) for i <= [5] do 2 * x"},
	{"T-DEF", "ours", "the body of a function gives its results; a star marks an array; functions are not recursive", "call.go: tDef",
		"def square (x : int) : int = x * x", "def pair (x : int) : (int, int) = x"},
	{"T-CHECK", "ours", "both sides are ints; they are equal afterwards, and all sizes are where they cannot be", "beyond.go: tCheck",
		`
let n = 2 + 2
check n = 4
`, "check [4] = 4"},
}
