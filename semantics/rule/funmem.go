package rule

// memTypes are the types of FUNMEM.
var memTypes = []Rule{
	{"T-MEM-TYPE", "Fig. 8", "the block of an array type is in scope, and its LMAD has the type's shape", "fig8.go: tMemType",
		`
(m : mem) ∈ Γ
Γ ⊢ L : [x₁]…[x_n]
───
Γ ⊢ [x₁]…[x_n]τ @ m -> L
`,
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
`, `
let m = 3
let (x : [3] @ m -> R(3)) = iota 3
`},
	{"T-MEM-LMAD", "Fig. 8", "an LMAD for an array of rank q has q pairs, of the array's sizes, over ints in scope", "fig8.go: tMemLMAD",
		`
* Γ ⊢ se : int # Γ ⊢ se : int
* Γ ⊢ x_i : int for 1 ≤ i ≤ q # Γ ⊢ se : int
* Γ ⊢ y_i : int for 1 ≤ i ≤ q # Γ ⊢ se : int
───
Γ ⊢ se + {(x₁ : y₁) … (x_q : y_q)} : [x₁]…[x_q]
`,
		`
let (m : mem) = alloc 6
let (x : [3] @ m -> 1 + {(3 : 2)}) = iota 3
`, `
let (m : mem) = alloc 6
let (x : [3] @ m -> 1 + {(4 : 2)}) = iota 3
`},
	{"T-MEM-ALLOC", "Fig. 8", "the size of a block is an int", "fig8.go: tMemAlloc",
		`
Γ ⊢ se : int # ⊢ … : | (x : τ) ∈ Γ
───
Γ ⊢ let (m : mem) = alloc se
`,
		`
let n = 3
let (m : mem) = alloc (2 * n)
`, "let (m : mem) = alloc 1.5"},
	{"T-MEM-FREE", "ours", "what is freed is a block, and not that of a parameter", "beyond.go: tMemFree",
		`
(m : mem) ∈ Γ
m is no parameter # none
───
Γ ⊢ free m
`,
		`
let (m : mem) = alloc 3
free m
`, `
def f (m : mem) (x : [3] @ m -> R(3)) : int =
  free m
  in (3)
`},
	{"T-MEM-FRESH", "Fig. 8", "a fresh array may have any LMAD of its shape", "fig8.go: tMemFresh",
		`
Γ ⊢ e : [x₁]…[x_n]τ
Γ ⊢ [x₁]…[x_n]τ @ m -> L
───
Γ ⊢ let (z : [x₁]…[x_n]τ @ m -> L) = e
`,
		`
let (m : mem) = alloc 9
let (x : [3] @ m -> 2 + {(3 : 3)}) = iota 3
`, `
let (m : mem) = alloc 9
let (x : [3]) = iota 3
`},
	{"T-MEM-SLICE", "Fig. 8", "a slice lies in the block of x, at slice(L)", "fig8.go: tMemSlice",
		`
(x : [x₁]…[x_n]τ @ m -> L) ∈ Γ # none
Γ ⊢ x[y₁ : y₂, …, y_{2n-1} : y_2n] : [y₂]…[y_2n]τ
L' = slice_f(L, [y₁ : y₂, …, y_{2n-1} : y_2n]) # L′ = f(L, …)
Γ ⊢ [y₂]…[y_2n]τ @ m -> L'
───
Γ ⊢ let (z : [y₂]…[y_2n]τ @ m -> L') = x[y₁ : y₂, …, y_{2n-1} : y_2n]
`,
		`
let (m : mem) = alloc 6
let (x : [6] @ m -> R(6)) = iota 6
let y = x[2 : 3 : 2]
`, `
let (m : mem) = alloc 6
let (x : [6] @ m -> R(6)) = iota 6
let (y : [3] @ m -> 2 + {(3 : 2)}) = x[2 : 3 : 2]
`},
	{"T-MEM-TRANSPOSE", "Fig. 8", "a transposed array lies in the block of x, with the outer two pairs of L swapped", "fig8.go: tMemTranspose",
		`
(x : [x₁][x₂]τ @ m -> L) ∈ Γ # none
Γ ⊢ transpose x : [x₂][x₁]τ
L' = transpose_f(L) # L′ = f(L, …)
Γ ⊢ [x₂][x₁]τ @ m -> L'
───
Γ ⊢ let (y : [x₂][x₁]τ @ m -> L') = transpose x
`,
		`
let (m : mem) = alloc 6
let (x : [2][3] @ m -> R(2, 3)) = scratch([2][3]int)
let y = transpose x
`, `
let (m : mem) = alloc 6
let (x : [2][3] @ m -> R(2, 3)) = scratch([2][3]int)
let (y : [3][2] @ m -> R(3, 2)) = transpose x
`},
	{"T-MEM-PERMUTE", "ours", "a permuted array lies in the block of x, with the pairs of L permuted", "beyond.go: tMemPermute",
		`
(x : [x₁]…[x_n]τ @ m -> L) ∈ Γ # none
Γ ⊢ permute((p₁, …, p_n), x) : τ'
L' = permute_f(L, (p₁, …, p_n)) # L′ = f(L, …)
Γ ⊢ τ' @ m -> L'
───
Γ ⊢ let (y : τ' @ m -> L') = permute((p₁, …, p_n), x)
`,
		`
let (m : mem) = alloc 6
let (x : [2][1][3] @ m -> R(2, 1, 3)) = scratch([2][1][3]int)
let y = permute((3, 1, 2), x)
`, `
let (m : mem) = alloc 6
let (x : [2][1][3] @ m -> R(2, 1, 3)) = scratch([2][1][3]int)
let (y : [3][2][1] @ m -> R(3, 2, 1)) = permute((3, 1, 2), x)
`},
	{"T-MEM-REVERSE", "ours", "a reversed array lies in the block of x, from its last row, with the outer stride negated", "beyond.go: tMemReverse",
		`
(x : τ @ m -> L) ∈ Γ # none
Γ ⊢ reverse x : τ
L' = reverse_f(L) # L′ = f(L, …)
Γ ⊢ τ @ m -> L'
───
Γ ⊢ let (y : τ @ m -> L') = reverse x
`,
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let y = reverse x
`, `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (y : [3] @ m -> R(3)) = reverse x
`},
	{"T-MEM-RESHAPE", "ours", "a reshaped array lies in the block of x, whose L is row-major over the dimensions that are merged", "reshape.go: tMemReshape",
		`
(x : τ @ m -> L) ∈ Γ # none
Γ ⊢ reshape((y₁, …, y_n), x) : τ'
L' = reshape_f(L, τ') # L′ = f(L, …)
Γ ⊢ τ' @ m -> L'
───
Γ ⊢ let (y : τ' @ m -> L') = reshape((y₁, …, y_n), x)
`,
		`
let (m : mem) = alloc 6
let (x : [6] @ m -> R(6)) = iota 6
let y = reshape((2, 3), x)
`, `
let (m : mem) = alloc 6
let (x : [2][3] @ m -> 0 + {(2 : 1) (3 : 2)}) = scratch([2][3]int)
let y = reshape(6, x)
`},
	{"T-MEM-WITH", "ours", "a changed array lies where x lies, in its block at its L", "with.go: tMemWith",
		`
(x : τ @ m -> L) ∈ Γ # none
Γ ⊢ x with [ix̄] = v : τ
L' = L # L′ = f(L, …)
Γ ⊢ τ @ m -> L'
───
Γ ⊢ let (y : τ @ m -> L') = x with [ix̄] = v
`,
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let y = x with [2] = 7
`, `
let (m : mem) = alloc 3
let (k : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (y : [3] @ k -> R(3)) = x with [2] = 7
`},
	{"T-MEM-CLAIM", "ours", "x is an array; the binder has its elements and sizes, and any block and LMAD", "beyond.go: tMemClaim",
		`
(x : τ @ m -> L) ∈ Γ
Γ ⊢ τ @ m' -> L'
───
Γ ⊢ let (y : τ @ m' -> L') = claim x
`,
		`
let (m : mem) = alloc 6
let (x : [3] @ m -> R(3)) = iota 3
let (y : [3] @ m -> 3 + {(3 : 1)}) = claim x
`, `
let (m : mem) = alloc 6
let (x : [3] @ m -> R(3)) = iota 3
let (y : [3]f64 @ m -> R(3)) = claim x
`},
	{"T-MEM-KERNEL", "Fig. 8", "a kernel's result is fresh; its body returns just the row", "fig8.go: tMemKernel",
		`
(y : int) ∈ Γ
Γ, (x : int) ⊢ (z : τ) ← b
Γ ⊢ [y]τ @ m -> L
───
Γ ⊢ let (z : [y]τ @ m -> L) = kernel x <= y do b
`,
		`
let (m : mem) = alloc 6
let (x : [2][3] @ m -> R(2, 3)) = kernel i <= 2 do
  let (rm : mem) = alloc 3
  let (r : [3] @ rm -> R(3)) = iota 3
  in (r)
`, `
let (m : mem) = alloc 6
let (x : [2][3] @ m -> R(2, 3)) = kernel i <= 2 do
  let (rm : mem) = alloc 3
  let (r : [3] @ rm -> R(3)) = iota 3
  in (rm, r)
`},
	{"T-MEM-REDUCE", "ours", "an accumulator that is an array lies where the result does, an element in its row at index(L, k)", "reduce.go: tMemReduce",
		`
* (ne_i : τ_i) ∈ Γ for 1 ≤ i ≤ q
* Γ ⊢ τ_i @ m_i -> L_i for 1 ≤ i ≤ q
* (xs_j : [n]τ'_j @ m'_j -> L'_j) ∈ Γ for 1 ≤ j ≤ r
* Γ, (k : int) ⊢ τ'_j @ m'_j -> index_f(L'_j, k) for 1 ≤ j ≤ r
Γ, (k : int), (ā : τ̄ @ m̄ -> L̄), (x̄ : τ̄' @ m̄' -> index_f(L̄', k)) ⊢ (ā : τ̄) ← b
* (p_i : τ_i @ m_i -> L_i) for 1 ≤ i ≤ q # p_i : S(τ_i)
* Γ ⊢ τ_i @ m_i -> L_i for 1 ≤ i ≤ q
───
Γ ⊢ let (p₁ : τ₁ @ m₁ -> L₁) … (p_q : τ_q @ m_q -> L_q) = reduce (λ(k : int) (ā : τ̄ @ m̄ -> L̄) (x̄ : τ̄' @ m̄' -> index_f(L̄', k)) -> b) ne₁ … ne_q xs₁ … xs_r
`,
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (k : mem) = alloc 3
let (z : [3] @ k -> R(3)) = reduce (\(a : [3] @ k -> R(3)) (v : int) -> a) x x
`, `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (k : mem) = alloc 3
let (z : [3] @ k -> R(3)) = reduce (\a v -> a) x x
`},
	{"T-MEM-SCAN", "ours", "the results are fresh; an accumulator that is an array has a place of its own, an element lies in its row at index(L, k)", "reduce.go: tMemScan",
		`
* (ne_i : τ_i) ∈ Γ for 1 ≤ i ≤ q
* Γ ⊢ τ_i @ m_i -> L_i for 1 ≤ i ≤ q
* (xs_j : [n]τ'_j @ m'_j -> L'_j) ∈ Γ for 1 ≤ j ≤ r
* Γ, (k : int) ⊢ τ'_j @ m'_j -> index_f(L'_j, k) for 1 ≤ j ≤ r
Γ, (k : int), (ā : τ̄ @ m̄ -> L̄), (x̄ : τ̄' @ m̄' -> index_f(L̄', k)) ⊢ (ā : τ̄) ← b
* (p_i : [n]τ_i) for 1 ≤ i ≤ q # p_i : S(τ_i)
* Γ ⊢ [n]τ_i @ m''_i -> L''_i for 1 ≤ i ≤ q
───
Γ ⊢ let (p₁ : [n]τ₁ @ m''₁ -> L''₁) … (p_q : [n]τ_q @ m''_q -> L''_q) = scan (λ(k : int) (ā : τ̄ @ m̄ -> L̄) (x̄ : τ̄' @ m̄' -> index_f(L̄', k)) -> b) ne₁ … ne_q xs₁ … xs_r
`,
		`
let (m : mem) = alloc 3
let (v : [3] @ m -> R(3)) = iota 3
let (k : mem) = alloc 3
let (s : [3] @ k -> R(3)) = scan (+) 0 v
`, `
let (m : mem) = alloc 3
let (v : [3] @ m -> R(3)) = iota 3
let (k : mem) = alloc 9
let (s : [3][3] @ k -> R(3, 3)) = scan (\a x -> a) v v
`},
	{"T-MEM-IF", "Fig. 8", "both branches return the blocks and the variables that the pattern's types need", "fig8.go: tMemIf",
		`
(x : int) ∈ Γ
* Γ, p̄ ⊢ τ for (z : τ) in p̄
Γ ⊢ p̄ ← b₁
Γ ⊢ p̄ ← b₂
───
Γ ⊢ let p̄ = if x then b₁ else b₂
`,
		`
let c = 1
let (zm : mem) (z : [3] @ zm -> R(3)) = if c
  then let (a : mem) = alloc 3 let (x : [3] @ a -> R(3)) = iota 3 in (a, x)
  else let (b : mem) = alloc 3 let (y : [3] @ b -> R(3)) = replicate(3, 7) in (b, y)
`, `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let y = if x[1] then x else x
`},
	{"T-MEM-RESULT", "Fig. 8", "a body returns what the pattern binds: sizes, blocks and LMAD variables included", "fig8.go: tMemResult",
		`
S = [y₁ ↦ x₁, …, y_n ↦ x_n] # none
* (x_i : S(τ_i)) ∈ Γ for 1 ≤ i ≤ n
* L_i = S(L'_i), where L_i is the LMAD of x_i in Γ and L'_i that in τ_i # an LMAD is the one that the rule gives
───
Γ ⊢ (y₁ : τ₁) … (y_n : τ_n) ← in (x₁, …, x_n)
`,
		`
let c = 1
let (o : int) (zm : mem) (z : [3] @ zm -> o + {(3 : 1)}) = if c
  then let (a : mem) = alloc 3 let (x : [3] @ a -> R(3)) = iota 3 in (0, a, x)
  else let (b : mem) = alloc 9 let (y : [3] @ b -> 6 + {(3 : 1)}) = iota 3 in (6, b, y)
`, `
let c = 1
let (zm : mem) (z : [3] @ zm -> R(3)) = if c
  then let (a : mem) = alloc 3 let (x : [3] @ a -> R(3)) = iota 3 in (a, x)
  else let (b : mem) = alloc 9 let (y : [3] @ b -> 6 + {(3 : 1)}) = iota 3 in (b, y)
`},
	{"T-MEM-CALL", "ours", "the arguments have the types of the parameters, blocks and LMADs included", "call.go: tMemCall",
		`
(def f [n̄] (x̄ : τ̄) : (ȳ : τ̄')) ∈ Γ # (def f (x̄ : τ̄) : (ȳ : τ̄′)) ∈ Γ
* (e_i : τ_i[n̄ ↦ k̄, x̄ ↦ ē]) ∈ Γ for 1 ≤ i ≤ q
* (p_i : τ'_i[n̄ ↦ k̄, x̄ ↦ ē, ȳ ↦ p̄]) for 1 ≤ i ≤ r # p_i : S(τ_i)
───
Γ ⊢ let p₁ … p_r = f(e₁, …, e_q)
`,
		`
def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : int = x[1]
let (m : mem) = alloc 3
let (v : [3] @ m -> R(3)) = iota 3
let y = f(m, v)
`, `
def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : int = x[1]
let (m : mem) = alloc 4
let (v : [3] @ m -> 1 + {(3 : 1)}) = iota 3
let y = f(m, v)
`},
	{"T-MEM-LOOP", "ours", "as T-LOOP, with the blocks and the LMAD variables that the arrays need carried before them", "loop.go: tMemLoop",
		`
* Γ, x̄ : τ̄ ⊢ τ_i for each array x_i
* (e_i : τ_i[x̄ ↦ ē]) ∈ Γ for 1 ≤ i ≤ q
? (n : int) ∈ Γ
? Γ, (x̄ : τ̄) ⊢ (c : int) ← b'
Γ, (x̄ : τ̄), (y : int) ⊢ (x̄ : τ̄) ← b
* Γ, p̄ ⊢ τ for (z : τ) in p̄
* (p_i : τ_i[x̄ ↦ p̄]) for 1 ≤ i ≤ q # p_i : S(τ_i)
───
Γ ⊢ let p₁ … p_q = loop (x₁ : τ₁ = e₁, …, x_q : τ_q = e_q) (for y <= n | while b') do b
`,
		`
let (a : mem) = alloc 3
let (x : [3] @ a -> R(3)) = iota 3
let (zm : mem) (z : [3] @ zm -> R(3)) = loop (ym : mem = a) (y : [3] @ ym -> R(3) = x) for i <= 2 do
  let (k : mem) = alloc 3
  let (t : [3] @ k -> R(3)) = copy y
  in (k, t)
`, `
let (a : mem) = alloc 3
let (x : [3] @ a -> R(3)) = iota 3
let z = loop (y = x) for i <= 2 do y
`},
	{"T-MEM-PROG", "Fig. 8", "a program returns ints and (mem, array) pairs", "fig8.go: tMemProg",
		`
• ⊢ (x₁ : r₁) … (x_n : r_n) ← b
* x_i = m for each r_{i+1} = [x̄] @ m -> L # x_i = m for each x_{i+1} : [x̄] @ m -> L
───
⊢ b : (r₁, …, r_n)
`,
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
in (m, x)
`, `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
in (x)
`},
}
