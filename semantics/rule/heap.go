package rule

// heapRules are the heap semantics.
var heapRules = []Rule{
	{"E-MEM-SCALAR", "Fig. 10", "conventional evaluation of se; no access", "fig10.go: memScalar",
		`
v = conventional evaluation of se
───
E; H ⊢ let (x : τ) = se ⇓ E, x ↦ v; H; ⟨∅, ∅⟩
`,
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
E(se) = m
ℓ fresh
H' = H, ℓ ↦ [0, …, 0] of length m # H' = H, ℓ ↦ [0, …, 0]
───
E; H ⊢ let (y : mem) = alloc se ⇓ E, y ↦ ℓ; H'; ⟨∅, ∅⟩
`,
		`
let n = 3
let (m : mem) = alloc (2 * n)
`, `
let n = 3
let (m : mem) = alloc (n - 5)
`},
	{"E-MEM-SLICE", "Fig. 10", "(ℓ, slice(L)); no access", "fig10.go: memSlice",
		`
E(x) = (ℓ_x, L_x)
L = slice_f(L_x, [E(y₁) : E(y₂), …, E(y_{2n-1}) : E(y_2n)]) # slice_f(L_x, [E(y₁) : E(y₂), …])
───
E; H ⊢ let (z : τ) = x[y₁ : y₂, …, y_{2n-1} : y_2n] ⇓ E, z ↦ (ℓ_x, L); H; ⟨∅, ∅⟩
`,
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
E(x) = (ℓ_x, L_x)
k = L_x(E(y₁), …, E(y_n))
? v = H[ℓ_x, k]
? R = {(ℓ_x, k)}
───
E; H ⊢ let (z : τ) = x[y₁, …, y_n] ⇓ E, z ↦ v; H; ⟨R, ∅⟩
`,
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
E(x) = (ℓ_x, k₀ + {(k₁ : k₂) (k₃ : k₄) …}) # E(x) = (ℓ_x, L_x)
───
E; H ⊢ let (y : τ) = transpose x ⇓ E, y ↦ (ℓ_x, k₀ + {(k₃ : k₄) (k₁ : k₂) …}); H; ⟨∅, ∅⟩
`,
		`
let (m : mem) = alloc 6
let (x : [2][3] @ m -> R(2, 3)) = scratch([2][3]int)
let y = transpose x
`, ""},
	{"E-MEM-KERNEL", "Fig. 10", "the body for each index, each result copied to index(L, i)", "fig10.go: memKernel",
		`
E(y) = k
* E, x ↦ i; H'_{i-1} ⊢ b ⇓ E_i; H_i; ⟨R_i, W_i⟩ for 1 ≤ i ≤ k
* (H'_i, R'_i, W'_i) = memcopy(H_i, E_i(z_res), z_mem, index_f(L_z, i)) for 1 ≤ i ≤ k # (H', R, W) = memcopy(H, v, ℓ, L)
racefree(R₁ ∪ R'₁, …, R_k ∪ R'_k, W₁ ∪ W'₁, …, W_k ∪ W'_k) # racefree(R₁ ∪ R₁', …, W_k ∪ W_k')
* E' = E, z ↦ (E(z_mem), E(L_z)) # E(z_mem) & E(L_z)
───
E; H'₀ ⊢ let (z : τ @ z_mem -> L_z) = kernel x <= y do b ⇓ E'; H'_k; ⟨⋃_i (R_i ∪ R'_i), ⋃_i (W_i ∪ W'_i)⟩
`,
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
E(x) ≠ 0
E; H ⊢ s̄ ⇓ E_s; H_s; ⟨R_s, W_s⟩
* v_i = E_s(y_i) for 1 ≤ i ≤ n
───
E; H ⊢ let (x₁ : τ₁) … (x_n : τ_n) = if x then s̄ in (y₁, …, y_n) else b₂ ⇓ E, x̄ ↦ v̄; H_s; ⟨R_s, W_s⟩
`,
		`
let n = 3
let a = if n > 2 then 10 else 20
`, ""},
	{"E-MEM-IF-F", "Fig. 10", "E(x) = 0, and the second branch", "fig10.go: memIfF",
		`
E(x) = 0
E; H ⊢ s̄ ⇓ E_s; H_s; ⟨R_s, W_s⟩
* v_i = E_s(y_i) for 1 ≤ i ≤ n
───
E; H ⊢ let (x₁ : τ₁) … (x_n : τ_n) = if x then b₁ else s̄ in (y₁, …, y_n) ⇓ E, x̄ ↦ v̄; H_s; ⟨R_s, W_s⟩
`,
		`
let n = 1
let a = if n > 2 then 10 else 20
`, ""},
	{"E-STMS", "Fig. 10", "the statements in order; the traces are united", "fig10.go: stms",
		`
* E_{i-1}; H_{i-1} ⊢ s_i ⇓ E_i; H_i; ⟨R_i, W_i⟩ for 1 ≤ i ≤ n
───
E₀; H₀ ⊢ s₁ … s_n ⇓ E_n; H_n; ⟨⋃_i R_i, ⋃_i W_i⟩
`,
		`
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = iota 2
let k = x[1]
`, ""},
	{"E-MEM-PROG", "Fig. 10", "from an empty heap, the values of the variables", "fig10.go: memProg",
		`
•; • ⊢ s̄ ⇓ E; H; ⟨R, W⟩
* v_i = E(x_i) for 1 ≤ i ≤ n
───
⊢ s̄ in (x₁, …, x_n) ⇓ (v₁, …, v_n); H
`,
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
E(x) = (ℓ_x, L_x)
───
E; H ⊢ let (y : τ) = permute((p₁, …, p_n), x) ⇓ E, y ↦ (ℓ_x, permute_f(L_x, (p₁, …, p_n))); H; ⟨∅, ∅⟩
`,
		`
let (m : mem) = alloc 6
let (x : [2][1][3] @ m -> R(2, 1, 3)) = scratch([2][1][3]int)
let y = permute((3, 1, 2), x)
`, ""},
	{"E-MEM-REVERSE", "ours", "(ℓ, L) from the last row, outer stride negated; no access", "beyond.go: memReverse",
		`
E(x) = (ℓ_x, L_x)
───
E; H ⊢ let (y : τ) = reverse x ⇓ E, y ↦ (ℓ_x, reverse_f(L_x)); H; ⟨∅, ∅⟩
`,
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let y = reverse x
`, ""},
	{"E-MEM-IOTA", "ours", "as the kernel that defines it", "beyond.go: memIota",
		`
E(n) = m
(ℓ, L) = (E(z_mem), E(L_z)) # E(z_mem) & E(L_z)
* H_i = H_{i-1}[ℓ, L(i)] ↦ i for 1 ≤ i ≤ m # H' = H[ℓ, k] ↦ v
racefree(∅, …, ∅, {(ℓ, L(1))}, …, {(ℓ, L(m))}) # racefree(R₁ ∪ R₁', …, W_k ∪ W_k')
───
E; H₀ ⊢ let (z : [n]int @ z_mem -> L_z) = iota n ⇓ E, z ↦ (ℓ, L); H_m; ⟨∅, {(ℓ, L(1)), …, (ℓ, L(m))}⟩
`,
		`
let (m : mem) = alloc 6
let (x : [3] @ m -> 1 + {(3 : 2)}) = iota 3
`, `
let (m : mem) = alloc 2
let (x : [3] @ m -> R(3)) = iota 3
`},
	{"E-MEM-SCRATCH", "ours", "(ℓ, L); nothing is written, so that elements show what was there", "scratch.go: memScratch",
		`
(ℓ, L) = (E(z_mem), E(L_z)) # E(z_mem) & E(L_z)
───
E; H ⊢ let (z : τ @ z_mem -> L_z) = scratch(τ) ⇓ E, z ↦ (ℓ, L); H; ⟨∅, ∅⟩
`,
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
E(x) = (ℓ_x, L_x)
(ℓ, L) = (E(z_mem), E(L_z)) # E(z_mem) & E(L_z)
───
E; H ⊢ let (z : τ @ z_mem -> L_z) = claim x ⇓ E, z ↦ (ℓ, L); H; ⟨∅, ∅⟩
`,
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
E(x) = (ℓ_x, L_x)
(ℓ, L) = (E(z_mem), E(L_z)) # E(z_mem) & E(L_z)
* H_i = H_{i-1}[ℓ, L(j_i)] ↦ H_{i-1}[ℓ_x, L_x(j_i)] for 1 ≤ i ≤ m, where j₁, …, j_m are the indices in dom(L_x) # H' = H[ℓ, k] ↦ v
racefree({(ℓ_x, L_x(j₁))}, …, {(ℓ_x, L_x(j_m))}, {(ℓ, L(j₁))}, …, {(ℓ, L(j_m))}) # racefree(R₁ ∪ R₁', …, W_k ∪ W_k')
───
E; H₀ ⊢ let (z : τ @ z_mem -> L_z) = copy x ⇓ E, z ↦ (ℓ, L); H_m; ⟨{(ℓ_x, L_x(j₁)), …, (ℓ_x, L_x(j_m))}, {(ℓ, L(j₁)), …, (ℓ, L(j_m))}⟩
`,
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
E(n) = m
E(x) = v
(ℓ, L) = (E(z_mem), E(L_z)) # E(z_mem) & E(L_z)
* (H_i, R_i, W_i) = memcopy(H_{i-1}, v, ℓ, index_f(L, i)) for 1 ≤ i ≤ m # (H', R, W) = memcopy(H, v, ℓ, L)
racefree(R₁, …, R_m, W₁, …, W_m) # racefree(R₁ ∪ R₁', …, W_k ∪ W_k')
───
E; H₀ ⊢ let (z : τ @ z_mem -> L_z) = replicate(n, x) ⇓ E, z ↦ (ℓ, L); H_m; ⟨⋃_i R_i, ⋃_i W_i⟩
`,
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = replicate(3, 7)
`, `
let (m : mem) = alloc 2
let (x : [3] @ m -> R(3)) = replicate(3, 7)
`},
	{"E-MEM-LITERAL", "ours", "each element copied to index(L, k)", "beyond.go: memLiteral",
		`
(ℓ, L) = (E(z_mem), E(L_z)) # E(z_mem) & E(L_z)
* (H_i, R_i, W_i) = memcopy(H_{i-1}, E(x_i), ℓ, index_f(L, i)) for 1 ≤ i ≤ n # (H', R, W) = memcopy(H, v, ℓ, L)
───
E; H₀ ⊢ let (z : τ @ z_mem -> L_z) = [x₁, …, x_n] ⇓ E, z ↦ (ℓ, L); H_n; ⟨⋃_i R_i, ⋃_i W_i⟩
`,
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> 2 + {(3 : -1)}) = [5, 6, 7]
`, `
let (m : mem) = alloc 2
let (x : [3] @ m -> R(3)) = [5, 6, 7]
`},
	{"E-MEM-CONCAT", "ours", "each operand copied to its slice of L; nothing for one that lies there", "concat.go: memConcat",
		`
(ℓ, L) = (E(z_mem), E(L_z)) # E(z_mem) & E(L_z)
* E(x_i) = (ℓ_i, k_i + {(n_i : s_i) …}) for 1 ≤ i ≤ n # E(x_i)
* (H_i, R_i, W_i) = memcopy'(H_{i-1}, E(x_i), (ℓ, slice_f(L, [1 + n₁ + … + n_{i-1} : n_i]))) for 1 ≤ i ≤ n # (H', R, W) = memcopy(H, v, ℓ, L) | E(x_k) = (E(z_mem), L_k)
───
E; H₀ ⊢ let (z : τ @ z_mem -> L_z) = concat(x₁, …, x_n) ⇓ E, z ↦ (ℓ, L); H_n; ⟨⋃_i R_i, ⋃_i W_i⟩
`,
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
E(x) = (ℓ_x, L_x)
* E(y_i) = k_i for 1 ≤ i ≤ n
───
E; H ⊢ let (z : τ) = reshape((y₁, …, y_n), x) ⇓ E, z ↦ (ℓ_x, reshape_f(L_x, [k₁]…[k_n])); H; ⟨∅, ∅⟩
`,
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
E(x) = (ℓ_x, L_x)
(H', R, W) = memcopy(H, E(v), ℓ_x, slice_f(L_x, [E(ix̄)])) # (H', R, W) = memcopy(H, v, ℓ, L)
───
E; H ⊢ let (y : τ) = x with [ix̄] = v ⇓ E, y ↦ (ℓ_x, L_x); H'; ⟨R, W⟩
`,
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
* v̄₀ = E(ne̅)
* ū = E(xs̅), of n rows each # E(xs̅)
* (H'₀, R'₀, W'₀) = memcopy'(H, v̄₀, E(p̄)) # v_k = (E(a_mem_k), L_a_k) | (H', R, W) = memcopy'(H, v̄, ℓ̄, L̄)
* (w̄_i, R''_i) = row(H'_{i-1}, ū, i) for 1 ≤ i ≤ n # (w, R) = row(H, x, i)
* E, ā ↦ at(v̄_{i-1}, E(p̄)), x̄ ↦ w̄_i; H'_{i-1} ⊢ b ⇓ E_i; H_i; ⟨R_i, W_i⟩ for 1 ≤ i ≤ n
* v̄_i = E_i(z_res) for 1 ≤ i ≤ n # E_i(z_res)
* (H'_i, R'_i, W'_i) = memcopy'(H_i, v̄_i, E(p̄)) for 1 ≤ i ≤ n # v_k = (E(a_mem_k), L_a_k) | (H', R, W) = memcopy'(H, v̄, ℓ̄, L̄)
───
E; H ⊢ let z̄ = reduce (λ(ā : τ̄ @ p̄) x̄ -> b) ne̅ xs̅ ⇓ E, z̄ ↦ at(v̄_n, E(p̄)); H'_n; ⟨⋃_i (R_i ∪ R'_i ∪ R''_i), ⋃_i (W_i ∪ W'_i)⟩
`,
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
* (ℓ̄, L̄) = E(p̄') # E(z_mem) & E(L_z)
* v̄₀ = E(ne̅)
* ū = E(xs̅), of n rows each # E(xs̅)
* (H'₀, R'₀, W'₀) = memcopy'(H, v̄₀, E(p̄)) # v_k = (E(a_mem_k), L_a_k) | (H', R, W) = memcopy'(H, v̄, ℓ̄, L̄)
* (w̄_i, R''_i) = row(H'_{i-1}, ū, i) for 1 ≤ i ≤ n # (w, R) = row(H, x, i)
* E, ā ↦ at(v̄_{i-1}, E(p̄)), x̄ ↦ w̄_i; H'_{i-1} ⊢ b ⇓ E_i; H_i; ⟨R_i, W_i⟩ for 1 ≤ i ≤ n
* v̄_i = E_i(z_res) for 1 ≤ i ≤ n # E_i(z_res)
* (H''_i, R'''_i, W''_i) = memcopy(H_i, v̄_i, ℓ̄, index_f(L̄, i)) for 1 ≤ i ≤ n # (H', R, W) = memcopy(H, v, ℓ, L)
* (H'_i, R'_i, W'_i) = memcopy'(H''_i, v̄_i, E(p̄)) for 1 ≤ i ≤ n # v_k = (E(a_mem_k), L_a_k) | (H', R, W) = memcopy'(H, v̄, ℓ̄, L̄)
───
E; H ⊢ let (z̄ : τ̄' @ p̄') = scan (λ(ā : τ̄ @ p̄) x̄ -> b) ne̅ xs̅ ⇓ E, z̄ ↦ (ℓ̄, L̄); H'_n; ⟨⋃_i (R_i ∪ R'_i ∪ R''_i ∪ R'''_i), ⋃_i (W_i ∪ W'_i ∪ W''_i)⟩
`,
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
(def f [n̄] (x̄ : τ̄) = s̄ in (y₁, …, y_m)) belongs to the program # none
* v_i = E(e_i) for 1 ≤ i ≤ n
n̄ ↦ sizes(n̄, τ̄, v̄), x̄ ↦ v̄; H ⊢ s̄ ⇓ E_s; H_s; ⟨R_s, W_s⟩
* v'_i = E_s(y_i) for 1 ≤ i ≤ m
───
E; H ⊢ let z̄ = f(e₁, …, e_n) ⇓ E, z̄ ↦ v̄'; H_s; ⟨R_s, W_s⟩
`,
		`
def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : int = x[n]
let (m : mem) = alloc 2
let (v : [2] @ m -> R(2)) = [5, 6]
let k = f(m, v)
`, ""},
	{"E-MEM-LOOP", "ours", "the rounds in order, blocks and LMADs carried; the traces are united", "loop.go: memLoop",
		`
* v̄₀ = E(ē)
? k = E(n)
* E, x̄ ↦ v̄_{i-1}; H_{i-1} ⊢ b' ⇓ E'_i; H'_{i-1}; ⟨R'_i, W'_i⟩ for 1 ≤ i ≤ k + 1, where E'_i(z_res) = 0 for i = k + 1 alone
* E, x̄ ↦ v̄_{i-1}, y ↦ i; H'_{i-1} ⊢ b ⇓ E_i; H_i; ⟨R_i, W_i⟩ for 1 ≤ i ≤ k
* v̄_i = E_i(z_res) for 1 ≤ i ≤ k # E_i(z_res)
───
E; H₀ ⊢ let z̄ = loop (x̄ = ē) (for y <= n | while b') do b ⇓ E, z̄ ↦ v̄_k; H'_k; ⟨⋃_i (R_i ∪ R'_i), ⋃_i (W_i ∪ W'_i)⟩
`,
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
E(x) = E(y)
───
E; H ⊢ check x = y ⇓ E; H; ⟨∅, ∅⟩
`,
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
E(x) = ℓ
ℓ ∈ dom(H)
H' = H without ℓ
───
E; H ⊢ free x ⇓ E; H'; ⟨∅, ∅⟩
`,
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
