package rule

// valueRules are the value semantics.
var valueRules = []Rule{
	{"E-SCALAR", "Fig. 4", "conventional evaluation of se", "fig4.go: eScalar",
		`
v = conventional evaluation of se
───
E ⊢ se ⇓ (v)
`,
		`
def f (a : int) : int = 2 * a + 1
f(7)
`, `
let a = 7
a / (a - 7)
`},
	{"E-INDEX", "Fig. 4", "v = index(E(x), E(y₁), …)", "fig4.go: eIndex",
		`
v = index(E(x), E(y₁), …, E(y_n)) # v = index(…)
───
E ⊢ x[y₁, …, y_n] ⇓ (v)
`,
		`
let x = [[1, 2], [3, 4]]
x[2, 1]
`, `
let x = iota 3
x[4]
`},
	{"E-SLICE", "Fig. 4", "v = slice(E(x), …)", "fig4.go: eSlice",
		`
v = slice(E(x), E(y₁) : E(y₂), …, E(y_{2n-1}) : E(y_2n)) # v = slice(…)
───
E ⊢ x[y₁ : y₂, …, y_{2n-1} : y_2n] ⇓ (v)
`,
		`
let x = iota 5
x[2 : 3]
`, `
let x = iota 5
x[4 : 3]
`},
	{"E-TRANSPOSE", "Fig. 4", "v = tr(E(x))", "fig4.go: eTranspose",
		`
v = tr(E(x)) # v = tr(…)
───
E ⊢ transpose x ⇓ (v)
`,
		"transpose [[1, 2, 3], [4, 5, 6]]", ""},
	{"E-IF-TRUE", "Fig. 4", "E(x) ≠ 0, and b₁ gives the values", "fig4.go: eIfTrue",
		`
E(x) ≠ 0
E ⊢ b₁ ⇓ (v₁, …, v_n)
───
E ⊢ if x then b₁ else b₂ ⇓ (v₁, …, v_n)
`,
		`
let n = 3
if n > 2 then 10 else 20
`, ""},
	{"E-IF-FALSE", "Fig. 4", "E(x) = 0, and b₂ gives the values", "fig4.go: eIfFalse",
		`
E(x) = 0
E ⊢ b₂ ⇓ (v₁, …, v_n)
───
E ⊢ if x then b₁ else b₂ ⇓ (v₁, …, v_n)
`,
		`
let n = 1
if n > 2 then 10 else 20
`, ""},
	{"E-KERNEL", "Fig. 4", "b is evaluated with x ↦ 1, …, x ↦ m", "fig4.go: eKernel",
		`
E(y) = m
* E, x ↦ i ⊢ b ⇓ (v_i) for 1 ≤ i ≤ m
───
E ⊢ kernel x <= y do b ⇓ ([v₁, …, v_m])
`,
		"kernel i <= 3 do i * i", `
let n = 1 - 3
kernel i <= n do i * i
`},
	{"E-LET", "Fig. 4", "e, then b with the values bound", "fig4.go: eLet",
		`
E ⊢ e ⇓ (v₁, …, v_n)
E, x₁ ↦ v₁, …, x_n ↦ v_n ⊢ b ⇓ (v'₁, …, v'_m)
───
E ⊢ let (x₁ : τ₁) … (x_n : τ_n) = e b ⇓ (v'₁, …, v'_m)
`,
		`
let n = 2
n + 1
`, ""},
	{"E-IN", "Fig. 4", "the values of the variables", "fig4.go: eIn",
		`
* E(x_i) = v_i for 1 ≤ i ≤ n
───
E ⊢ in (x₁, …, x_n) ⇓ (v₁, …, v_n)
`,
		`
let n = 2
in (n)
`, ""},
	{"E-PERMUTE", "ours", "the dimensions in another order", "beyond.go: ePermute",
		`
v = permute(p₁, …, p_n, E(x)) # v = permute(…)
───
E ⊢ permute((p₁, …, p_n), x) ⇓ (v)
`,
		"permute((2, 1), [[1, 2, 3], [4, 5, 6]])", ""},
	{"E-REVERSE", "ours", "the rows back to front", "beyond.go: eReverse",
		`
E(x) = [v₁, …, v_m]
───
E ⊢ reverse x ⇓ ([v_m, …, v₁])
`,
		"reverse [1, 2, 3]", ""},
	{"E-IOTA", "ours", "[1, …, n]: kernel i <= n do in (i)", "beyond.go: eIota",
		`
E(x) = n
───
E ⊢ iota x ⇓ ([1, …, n])
`,
		"iota 3", `
let n = 1 - 3
iota n
`},
	{"E-SCRATCH", "ours", "an array of undefined elements, which copies take along; to read one as a number is stuck", "scratch.go: eScratch",
		`
* E(n_i) = k_i for 1 ≤ i ≤ q
───
E ⊢ scratch([n₁]…[n_q]τ) ⇓ (undefined([k₁]…[k_q]))
`,
		"scratch([3]int) with [2] = 5", `
let n = 1 - 3
scratch([n]int)
`},
	{"E-COPY", "ours", "the same elements: kernel … do in (x[…])", "beyond.go: eCopy",
		`
v = E(x)
───
E ⊢ copy x ⇓ (v)
`,
		"copy [1, 2]", ""},
	{"E-REPLICATE", "ours", "the same element n times: kernel i <= n do in (x)", "beyond.go: eReplicate",
		`
E(n) = m
v_i = E(x) for 1 ≤ i ≤ m # v = E(x)
───
E ⊢ replicate(n, x) ⇓ ([v₁, …, v_m])
`,
		"replicate(2, [1, 2])", `
let n = 1 - 3
replicate(n, 1)
`},
	{"E-LITERAL", "ours", "the elements in order", "beyond.go: eLiteral",
		`
* E(x_i) = v_i for 1 ≤ i ≤ n
───
E ⊢ [x₁, …, x_n] ⇓ ([v₁, …, v_n])
`,
		`
let a = 2
[1, a, 3]
`, ""},
	{"E-CONCAT", "ours", "the rows of the operands in order", "concat.go: eConcat",
		`
* E(x_i) = [w̄_i] for 1 ≤ i ≤ q
───
E ⊢ concat(x₁, …, x_q) ⇓ ([w̄₁, …, w̄_q])
`,
		"[1, 2] ++ [3]", ""},
	{"E-RESHAPE", "ours", "the same elements in row-major order", "concat.go: eReshape",
		`
E(x) = v
* E(y_i) = k_i for 1 ≤ i ≤ n
───
E ⊢ reshape((y₁, …, y_n), x) ⇓ (nest(flat(v), [k₁]…[k_n]))
`,
		"reshape((2, 3), iota 6)", `
let n = 1 - 3
reshape((n, n), iota 4)
`},
	{"E-WITH", "ours", "x with v instead of that part", "with.go: eWith",
		`
E(x) = v
v' = v, where slice(v, E(ix̄)) is replaced by E(y) # slice(E(x), E(ix), …) is replaced by E(y)
───
E ⊢ x with [ix̄] = y ⇓ (v')
`,
		`
let x = iota 3
x with [2] = 7
`, `
let x = iota 3
x with [4] = 7
`},
	{"E-REDUCE", "ours", "the left fold, in order from the neutral elements", "reduce.go: eReduce",
		`
* v̄₀ = E(ne̅)
* w̄₁, …, w̄_n are the rows of E(xs̅) # rows of E(xs̅)
* E, ā ↦ v̄_{i-1}, x̄ ↦ w̄_i ⊢ b ⇓ (v̄_i) for 1 ≤ i ≤ n
───
E ⊢ reduce (λā x̄ -> b) ne̅ xs̅ ⇓ (v̄_n)
`,
		"reduce (+) 0 [3, 1, 4]", `
let x = scratch([2]int) with [1] = 3
reduce (+) 0 x
`},
	{"E-SCAN", "ours", "the accumulators after each element of that fold", "reduce.go: eScan",
		`
* v̄₀ = E(ne̅)
* w̄₁, …, w̄_n are the rows of E(xs̅) # rows of E(xs̅)
* E, ā ↦ v̄_{i-1}, x̄ ↦ w̄_i ⊢ b ⇓ (v̄_i) for 1 ≤ i ≤ n
───
E ⊢ scan (λā x̄ -> b) ne̅ xs̅ ⇓ ([v̄₁, …, v̄_n])
`,
		"scan (+) 0 [3, 1, 4]", `
let x = scratch([2]int) with [1] = 3
scan (+) 0 x
`},
	{"E-CALL", "ours", "the body under the arguments", "beyond.go: eCall",
		`
(def f [n̄] (x̄ : τ̄) = b) belongs to the program # none
* v̄ = E(ē)
n̄ ↦ sizes(n̄, τ̄, v̄), x̄ ↦ v̄ ⊢ b ⇓ (v'₁, …, v'_m)
───
E ⊢ f(ē) ⇓ (v'₁, …, v'_m)
`,
		`
def square (x : int) : int = x * x
square(5)
`, ""},
	{"E-LOOP", "ours", "b with what the last round gave, round after round; the last values", "loop.go: eLoop",
		`
* v̄₀ = E(ē)
? m = E(n)
* E, x̄ ↦ v̄_{i-1}, y ↦ i ⊢ b ⇓ (v̄_i) for 1 ≤ i ≤ m
* E, x̄ ↦ v̄_{i-1} ⊢ b' ⇓ (c_i) for 1 ≤ i ≤ m + 1, where c_{m+1} alone is 0
───
E ⊢ loop (x̄ = ē) (for y <= n | while b') do b ⇓ (v̄_m)
`,
		"loop (x = 1) for i <= 3 do 2 * x", `
let n = 10 ** 20
loop (x = 1) for i <= n do x
`},
	{"E-CHECK", "ours", "stuck unless both sides are equal", "beyond.go: eCheck",
		`
E(x) = E(y)
? E ⊢ b ⇓ (v₁, …, v_n)
───
E ⊢ check x = y b ⇓ (v₁, …, v_n)
`,
		`
let n = 2 + 2
check n = 4
`, `
let n = 2 + 3
check n = 4
`},
}
