package rule

// funTypes are the types of Fun, and of what FUNMEM shares with it.
var funTypes = []Rule{
	{"T-CONST", "Fig. 3", "a constant is an int, or an f64", "fig3.go: tConst",
		`
k is of type τ # none
───
Γ ⊢ k : τ
`,
		`
let a = 3
let x = 1.5
(a, x)
`, ""},
	{"T-VAR", "Fig. 3", "a variable of type int or f64 is a scalar expression", "fig3.go: tVar",
		`
(x : τ) ∈ Γ
───
Γ ⊢ x : τ
`,
		`
let a = 3
a + 1
`, `
let count = 3
cuont + 1
`},
	{"T-OP", "Fig. 3", "both operands of an operator are ints, or both f64s, as it wants them", "fig3.go: tOp",
		`
Γ ⊢ se₁ : τ
? Γ ⊢ se₂ : τ
⊕ : τ × τ → τ' # none
───
Γ ⊢ se₁ ⊕ se₂ : τ'
`,
		`
let x = 1.5
x * 2.0 + x
`, `
let n = 3
n + 1.5
`},
	{"T-SCALAR", "Fig. 3", "let (x : τ) = se, where τ is int or f64", "fig3.go: tScalar",
		`
Γ ⊢ se : τ
───
Γ ⊢ let (x : τ) = se
`,
		`
let a = 2
let (b : int) = 3 * a + 1
`, "length(3)"},
	{"T-INDEX", "Fig. 3", "y is an array, and each of its dimensions gets one int", "fig3.go: tIndex",
		`
(y : [z₁]…[z_n]τ) ∈ Γ
* (y_i : int) ∈ Γ for 1 ≤ i ≤ n
───
Γ ⊢ let (x : τ) = y[y₁, …, y_n]
`,
		`
let x = [[1, 2], [3, 4]]
x[1, 2]
`, `
let x = [1, 2]
x[1, 2]
`},
	{"T-SLICE", "Fig. 3", "x is an array, and each of its dimensions gets one index of ints", "fig3.go: tSlice",
		`
(x : [x₁]…[x_n]τ) ∈ Γ
* (y_i : int) ∈ Γ for 1 ≤ i ≤ 2n
───
Γ ⊢ let (z : [y₂]…[y_2n]τ) = x[y₁ : y₂, …, y_{2n-1} : y_2n]
`,
		`
let x = iota 5
x[2 : 3]
`, `
let x = 5
x[1 : 2]
`},
	{"T-TRANSPOSE", "Fig. 3", "x has two dimensions or more; the outer two are swapped", "fig3.go: tTranspose",
		`
(x : [x₁][x₂]τ) ∈ Γ
───
Γ ⊢ let (y : [x₂][x₁]τ) = transpose x
`,
		"transpose [[1, 2, 3], [4, 5, 6]]", "transpose [1, 2]"},
	{"T-IF", "Fig. 3", "the condition is an int, both branches fit the pattern, whose sizes are in scope", "fig3.go: tIf",
		`
(x : int) ∈ Γ
* (y : int) ∈ Γ, p̄ for y in FV(p̄)
Γ ⊢ p̄ ← b₁
Γ ⊢ p̄ ← b₂
───
Γ ⊢ let p̄ = if x then b₁ else b₂
`,
		`
let n = 3
if n > 2 then iota 2 else iota n
`, "if 1 then 1 else [2]"},
	{"T-KERNEL", "Fig. 3", "the bound is an int, the body gives the element, whose sizes are in scope outside", "fig3.go: tKernel",
		`
(y : int) ∈ Γ
Γ, (x : int) ⊢ (z : τ) ← b
* (y' : int) ∈ Γ for y' in FV(τ)
───
Γ ⊢ let (z : [y]τ) = kernel x <= y do b
`,
		`
let n = 3
kernel i <= n do i * i
`, "kernel i <= [3] do i"},
	{"T-RESULT", "Fig. 3", "a body returns what the pattern binds, sizes included", "fig3.go: tResult",
		`
S = [y₁ ↦ x₁, …, y_n ↦ x_n] # none
* (x_i : S(τ_i)) ∈ Γ for 1 ≤ i ≤ n
───
Γ ⊢ (y₁ : τ₁) … (y_n : τ_n) ← in (x₁, …, x_n)
`,
		"let (n : int) (x : [n]int) = if 1 then (2, iota 2) else (3, iota 3)", "let (n : int) (x : [n]int) = if 1 then (2, iota 2) else (4, iota 3)"},
	{"T-STM", "Fig. 3", "a statement is well-typed and its pattern is in scope after it", "fig3.go: tStm",
		`
Γ ⊢ let q̄ = e
Γ, q̄ ⊢ p̄ ← b # ⊢ … ← | (x : τ) ∈ Γ
───
Γ ⊢ p̄ ← let q̄ = e b
`,
		`
let n = 3
let (x : [n]int) = iota n
x[2]
`, "let (x : [4]int) = iota 3"},
	{"T-PROG", "Fig. 3", "a program has no free variables and returns ints and arrays", "fig3.go: tProg",
		`
• ⊢ (x₁ : r₁) … (x_n : r_n) ← b
───
⊢ b : (r₁, …, r_n)
`,
		`
let n = 3
let x = iota n
in (n, x)
`, ""},
	{"T-PERMUTE", "ours", "the numbers are a permutation of the dimensions of x", "beyond.go: tPermute",
		`
(x : [x₁]…[x_n]τ) ∈ Γ
p₁, …, p_n are 1, …, n in some order
───
Γ ⊢ let (y : [x_{p₁}]…[x_{p_n}]τ) = permute((p₁, …, p_n), x)
`,
		"permute((2, 1), [[1, 2, 3], [4, 5, 6]])", "permute((1, 1), [[1, 2, 3], [4, 5, 6]])"},
	{"T-REVERSE", "ours", "x is an array", "beyond.go: tReverse",
		`
(x : [x₁]…[x_n]τ) ∈ Γ
───
Γ ⊢ let (y : [x₁]…[x_n]τ) = reverse x
`,
		"reverse [1, 2]", "reverse 3"},
	{"T-IOTA", "ours", "the length is an int", "beyond.go: tIota",
		`
(n : int) ∈ Γ
───
Γ ⊢ let (x : [n]int) = iota n
`,
		"iota 3", "iota [3]"},
	{"T-SCRATCH", "ours", "the sizes are ints", "beyond.go: tScratch",
		`
* (n_i : int) ∈ Γ for 1 ≤ i ≤ q
───
Γ ⊢ let (x : [n₁]…[n_q]τ) = scratch([n₁]…[n_q]τ)
`,
		"scratch([2][3]int)", "scratch([iota 2]int)"},
	{"T-COPY", "ours", "x is an array", "beyond.go: tCopy",
		`
(x : [x₁]…[x_n]τ) ∈ Γ
───
Γ ⊢ let (y : [x₁]…[x_n]τ) = copy x
`,
		"copy [1, 2]", "copy 3"},
	{"T-REPLICATE", "ours", "the count is an int, the element an int or an array", "beyond.go: tReplicate",
		`
(n : int) ∈ Γ
(x : τ) ∈ Γ
───
Γ ⊢ let (y : [n]τ) = replicate(n, x)
`,
		"replicate(3, [1, 2])", "replicate([3], 1)"},
	{"T-LITERAL", "ours", "the elements have one type", "beyond.go: tLiteral",
		`
* (x_i : τ) ∈ Γ for 1 ≤ i ≤ n
───
Γ ⊢ let (y : [n]τ) = [x₁, …, x_n]
`,
		"[[1, 2], [3, 4]]", "[[1, 2], [3]]"},
	{"T-CONCAT", "ours", "the operands are arrays of one rank with rows of one shape; the outer size is the sum of theirs", "concat.go: tConcat",
		`
* (x_i : [n_i]τ) ∈ Γ for 1 ≤ i ≤ q
* n = n₁ + … + n_q # sizes are equal
───
Γ ⊢ let (y : [n]τ) = concat(x₁, …, x_q)
`,
		`
let n = 2
iota n ++ [7]
`, "[[1, 2]] ++ [3]"},
	{"T-RESHAPE", "ours", "the sizes are ints, and as many elements as x has", "reshape.go: tReshape",
		`
(x : [x₁]…[x_m]τ) ∈ Γ
* (y_i : int) ∈ Γ for 1 ≤ i ≤ n
? x₁ * … * x_m = y₁ * … * y_n # sizes are equal
───
Γ ⊢ let (y : [y₁]…[y_n]τ) = reshape((y₁, …, y_n), x)
`,
		"reshape((2, 3), iota 6)", "reshape((2, 2), iota 3)"},
	{"T-WITH", "ours", "x is an array, each of its dimensions gets one index of ints, and v has the type of that part", "with.go: tWith",
		`
(x : [x₁]…[x_n]τ) ∈ Γ
* (ix_i : int) ∈ Γ for 1 ≤ i ≤ q
(v : τ') ∈ Γ
τ' is the type of x[ix̄] # none
───
Γ ⊢ let (y : [x₁]…[x_n]τ) = x with [ix₁, …, ix_q] = v
`,
		`
let x = iota 4
x with [2] = 7
`, `
let x = iota 4
x with [2] = 0.5
`},
	{"T-REDUCE", "ours", "arrays of one outer size; the function takes accumulators of the neutral elements' types and elements, and gives accumulators", "reduce.go: tReduce",
		`
* (ne_i : τ_i) ∈ Γ for 1 ≤ i ≤ q
* (xs_j : [n]τ'_j) ∈ Γ for 1 ≤ j ≤ r
Γ, (ā : τ̄), (x̄ : τ̄') ⊢ (ā : τ̄) ← b
* (p_i : τ_i) for 1 ≤ i ≤ q # p_i : S(τ_i)
───
Γ ⊢ let (p₁ : τ₁) … (p_q : τ_q) = reduce (λ(ā : τ̄) (x̄ : τ̄') -> b) ne₁ … ne_q xs₁ … xs_r
`,
		"reduce (+) 0 [3, 1, 4]", "reduce (+) 0 3"},
	{"T-SCAN", "ours", "as T-REDUCE; the results are arrays of accumulators, of the outer size of the arrays", "reduce.go: tScan",
		`
* (ne_i : τ_i) ∈ Γ for 1 ≤ i ≤ q
* (xs_j : [n]τ'_j) ∈ Γ for 1 ≤ j ≤ r
Γ, (ā : τ̄), (x̄ : τ̄') ⊢ (ā : τ̄) ← b
* (p_i : [n]τ_i) for 1 ≤ i ≤ q # p_i : S(τ_i)
───
Γ ⊢ let (p₁ : [n]τ₁) … (p_q : [n]τ_q) = scan (λ(ā : τ̄) (x̄ : τ̄') -> b) ne₁ … ne_q xs₁ … xs_r
`,
		"scan (+) 0 [3, 1, 4]", "scan (+) 0 3"},
	{"T-CALL", "ours", "the arguments have the types of the parameters, and fix the sizes", "call.go: tCall",
		`
(def f [n̄] (x̄ : τ̄) : (ȳ : τ̄')) ∈ Γ # (def f (x̄ : τ̄) : (ȳ : τ̄′)) ∈ Γ
* (e_i : τ_i[n̄ ↦ k̄, x̄ ↦ ē]) ∈ Γ for 1 ≤ i ≤ q
* (p_i : τ'_i[n̄ ↦ k̄, x̄ ↦ ē, ȳ ↦ p̄]) for 1 ≤ i ≤ r # p_i : S(τ_i)
───
Γ ⊢ let p₁ … p_r = f(e₁, …, e_q)
`,
		`
def outer [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do k * x[i]
outer([1, 2], 5)
`, `
def outer [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do k * x[i]
outer([1, 2])
`},
	{"T-LOOP", "ours", "first values and body give what the loop carries, sizes included; bound and condition are ints", "loop.go: tLoop",
		`
* (e_i : τ_i[x̄ ↦ ē]) ∈ Γ for 1 ≤ i ≤ q
? (n : int) ∈ Γ
? Γ, (x̄ : τ̄) ⊢ (c : int) ← b'
Γ, (x̄ : τ̄), (y : int) ⊢ (x̄ : τ̄) ← b
* (p_i : τ_i[x̄ ↦ p̄]) for 1 ≤ i ≤ q # p_i : S(τ_i)
───
Γ ⊢ let p₁ … p_q = loop (x₁ : τ₁ = e₁, …, x_q : τ_q = e_q) (for y <= n | while b') do b
`,
		"let y = loop (x = 1) for i <= 5 do 2 * x", "let y = loop (x = 1) for i <= [5] do 2 * x"},
	{"T-DEF", "ours", "the body of a function gives its results; a star marks an array; functions are not recursive", "call.go: tDef",
		`
* each n of n̄ is a size of some x
* x is an array or a block where a star marks it
Γ, n̄ : int, x̄ : τ̄ ⊢ (ȳ : τ̄') ← b
f ∉ FV(b) # none
───
Γ ⊢ def f [n̄] (x̄ : τ̄) : (ȳ : τ̄') = b
`,
		"def square (x : int) : int = x * x", "def pair (x : int) : (int, int) = x"},
	{"T-CHECK", "ours", "both sides are ints; they are equal afterwards, and all sizes are where they cannot be", "beyond.go: tCheck",
		`
Γ ⊢ x : int # ⊢ … : | (x : τ) ∈ Γ
Γ ⊢ y : int # ⊢ … : | (x : τ) ∈ Γ
───
Γ ⊢ check x = y
`,
		`
let n = 2 + 2
check n = 4
`, "check [4] = 4"},
}
