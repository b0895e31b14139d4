package rule

// regularityRules are the regularity detection of Listing 4. Their examples are in nested core.
var regularityRules = []Rule{
	{"R-VAR", "Listing 4", "v : d ∈ Γ: v is d", "listing4.go: variable",
		`
v : d ∈ Γ
───
Γ; Σ_j ⊢ v :_R d
`,
		`
let (n : int) = 3
let (m : int) = n
in (m)
`, ""},
	{"R-CONST", "Listing 4", "a number is ⟨S, ⊤, ∞⟩", "listing4.go: constant",
		`
───
Γ; Σ_j ⊢ k :_R ⟨S, ⊤, ∞⟩
`,
		`
let (n : int) = 3
in (n)
`, ""},
	{"R-LIT", "Listing 4", "ē : ⟨n, i, k⟩ of one shape: [ē] is ⟨R ▷ n, i, k⟩; rows of different shapes are irregular (as printed: ⟨S, ⊤, ∞⟩ for constants)", "forms.go: literal",
		`
* Γ; Σ_j ⊢ e_l :_R ⟨n, i, k⟩ for 1 ≤ l ≤ m
Σ_j ⊢ e₁ :_S ns, …, Σ_j ⊢ e_m :_S ns
───
Γ; Σ_j ⊢ [e₁, …, e_m] :_R ⟨R ▷ n, i, k⟩
`,
		`
let (x : [2]int) = iota 2
let (y : [2]int) = iota 2
let (z : [2][?]int) = [x, y]
in (z)
`, ""},
	{"R-PRIM", "ours", "ē : d̄: p (ē) is what all d are together, d₁ ∧ …", "listing4.go: prim",
		`
* Γ; Σ_j ⊢ e_i :_R d_i for 1 ≤ i ≤ n
───
Γ; Σ_j ⊢ p (e₁, …, e_n) :_R d₁ ∧ … ∧ d_n
`,
		`
let (n : int) = 3
let (x : [n]int) = kernel i <= n do
  let (a : int) = 6 * 7
  let (b : int) = i + a
  in (b)
in (x)
`, ""},
	{"R-TUPLE", "Listing 4", "ē : d̄: (ē) is (d̄): the results of a body", "analysis.go: body",
		`
* Γ; Σ_j ⊢ e_i :_R d_i for 1 ≤ i ≤ n
───
Γ; Σ_j ⊢ (e₁, …, e_n) :_R (d₁, …, d_n)
`,
		`
let (n : int) = 3
let (x : [3]int) (y : [3]int) = kernel i <= n do
  in (i, 7)
in (x, y)
`, ""},
	{"R-PROJ", "Listing 4", "e : (d₁, …): π_l(e) is d_l: the variables of a pattern", "let.go: projections",
		`
Γ; Σ_j ⊢ e :_R (d₁, …, d_n)
───
Γ; Σ_j ⊢ π_l(e) :_R d_l
`,
		`
let (n : int) = 3
let (x : [3]int) (y : [3]int) = kernel i <= n do
  in (i, 7)
in (y)
`, ""},
	{"R-EXTENT-REG", "Listing 4", "e : ⟨R ▷ _, _, _⟩: extent e is ⟨S, ⊤, ∞⟩", "listing4.go: extentReg",
		`
Γ; Σ_j ⊢ e :_R ⟨R ▷ _, _, _⟩
───
Γ; Σ_j ⊢ extent e :_R ⟨S, ⊤, ∞⟩
`,
		`
let (n : int) = 3
let (xss : [n][?]int) = kernel i <= n do
  let (r : [2]int) = replicate(2, i)
  in (r)
let (yss : [n][?]int) = kernel j <= n do
  let (s : int) (row : [s]int) = xss[j]
  in (row)
in (yss)
`, `
let (n : int) = 3
let (xss : [n][?]int) = kernel i <= n do
  let (r : [i]int) = replicate(i, i)
  in (r)
let (yss : [n][?]int) = kernel j <= n do
  let (s : int) (row : [s]int) = xss[j]
  in (row)
in (yss)
`},
	{"R-EXTENT-IRR", "Listing 4", "e : ⟨Ir ▷ _, i, k⟩: extent e is ⟨S, i, k⟩", "listing4.go: extentIrr",
		`
Γ; Σ_j ⊢ e :_R ⟨Ir ▷ _, i, k⟩
───
Γ; Σ_j ⊢ extent e :_R ⟨S, i, k⟩
`,
		`
let (n : int) = 3
let (xss : [n][?]int) = kernel i <= n do
  let (r : [i]int) = replicate(i, i)
  in (r)
let (yss : [n][?]int) = kernel j <= n do
  let (s : int) (row : [s]int) = xss[j]
  in (row)
in (yss)
`, ""},
	{"R-LET", "Listing 4", "e₁ : (d₁, ns₁), and with v : d₁ e₂ : d₂: let v = e₁ in e₂ is d₂", "let.go: let",
		`
Γ; Σ_j ⊢ e₁ :_R d₁
Σ_j ⊢ e₁ :_S ns₁
Γ, v : d₁; Σ_j, v : (ns₁, ∅) ⊢ e₂ :_R d₂
───
Γ; Σ_j ⊢ let v = e₁ in e₂ :_R d₂
`,
		`
let (n : int) = 3
let (x : [n]int) = iota n
in (x)
`, ""},
	{"R-GENERATE-INDEP", "Listing 4", "e₁ : ⟨_, ⊤, k₁⟩, with v : ⟨S, ⊥, j⟩ e₂ : ⟨n, _, k₂⟩, k₂ ≥ j: generate e₁ (λv → e₂) is ⟨R ▷ n, ⊤, ∞⟩ (as printed: min(k₁, k₂))", "listing4.go: generateIndep",
		`
Γ; Σ_j ⊢ e₁ :_R ⟨_, ⊤, k₁⟩
Γ, v : ⟨S, ⊥, j⟩; Σ_{j+1} ⊢ e₂ :_R ⟨n, _, k₂⟩
k₂ ≥ j
───
Γ; Σ_j ⊢ generate e₁ (λv -> e₂) :_R ⟨R ▷ n, ⊤, ∞⟩
`,
		`
let (n : int) = 3
let (xss : [n][n]int) = kernel i <= n do
  let (row : [n]int) = kernel j <= n do
    let (a : int) = 2 * j
    in (a)
  in (row)
in (xss)
`, `
let (n : int) = 3
let (xss : [n][n]int) = kernel i <= n do
  let (row : [n]int) = kernel j <= n do
    let (a : int) = i * j
    in (a)
  in (row)
in (xss)
`},
	{"R-GENERATE-REG", "Listing 4", "e₁ : ⟨_, ⊤, k₁⟩, with v : ⟨S, ⊥, j⟩ e₂ : ⟨n, i, k₂⟩: generate e₁ (λv → e₂) is ⟨R ▷ n, i, min(k₁, k₂)⟩", "listing4.go: generateReg",
		`
Γ; Σ_j ⊢ e₁ :_R ⟨_, ⊤, k₁⟩
Γ, v : ⟨S, ⊥, j⟩; Σ_{j+1} ⊢ e₂ :_R ⟨n, i, k₂⟩
───
Γ; Σ_j ⊢ generate e₁ (λv -> e₂) :_R ⟨R ▷ n, i, min(k₁, k₂)⟩
`,
		`
let (n : int) = 3
let (xss : [n][n]int) = kernel i <= n do
  let (row : [n]int) = kernel j <= n do
    let (a : int) = i * j
    in (a)
  in (row)
in (xss)
`, `
let (n : int) = 3
let (xss : [n][?]int) = kernel i <= n do
  let (row : [i]int) = kernel j <= i do
    let (a : int) = i * j
    in (a)
  in (row)
in (xss)
`},
	{"R-GENERATE-IRR", "Listing 4", "e₁ : ⟨_, ⊥, k₁⟩, with v : ⟨S, ⊥, j⟩ e₂ : ⟨n, _, k₂⟩: generate e₁ (λv → e₂) is ⟨Ir ▷ n, ⊥, min(k₁, k₂)⟩", "listing4.go: generateIrr",
		`
Γ; Σ_j ⊢ e₁ :_R ⟨_, ⊥, k₁⟩
Γ, v : ⟨S, ⊥, j⟩; Σ_{j+1} ⊢ e₂ :_R ⟨n, _, k₂⟩
───
Γ; Σ_j ⊢ generate e₁ (λv -> e₂) :_R ⟨Ir ▷ n, ⊥, min(k₁, k₂)⟩
`,
		`
let (n : int) = 3
let (xss : [n][?]int) = kernel i <= n do
  let (row : [i]int) = kernel j <= i do
    let (a : int) = i * j
    in (a)
  in (row)
in (xss)
`, ""},
	{"R-FOLD", "Listing 4", "e₂ : d₂, e₃ : d₃, d = d₂ ∧ d₃, with v₀ : d, v₁ : d e₁ : d₁: fold (λv₀ v₁ → e₁) e₂ e₃ is d₁ ∧ d₃, without the dimension that it goes over", "listing4.go: fold",
		`
Γ; Σ_j ⊢ e₂ :_R d₂
Γ; Σ_j ⊢ e₃ :_R d₃
d = d₂ ∧ d₃
Γ, v₀ : d, v₁ : d; Σ_j ⊢ e₁ :_R d₁
d' is d₁ ∧ d₃ without its outer dimension
───
Γ; Σ_j ⊢ fold (λv₀ v₁ -> e₁) e₂ e₃ :_R d'
`,
		`
let (n : int) = 3
let (xs : [n]int) = kernel i <= n do
  let (x : [i]int) = iota i
  let (s : int) = reduce (\(a : int) (b : int) ->
    let (c : int) = a + b
    in (c)) 0 x
  in (s)
in (xs)
`, ""},
	{"R-COND-SHAPE", "ours", "e₁ : d₁, e₂ : (d₂, ns₂), e₃ : (d₃, ns₃), ns₂ = ns₃: cond e₁ e₂ e₃ is d₁ ∧ d₂ ∧ d₃", "listing4.go: condShape",
		`
Γ; Σ_j ⊢ e₁ :_R d₁
Γ; Σ_j ⊢ e₂ :_R d₂
Γ; Σ_j ⊢ e₃ :_R d₃
Σ_j ⊢ e₂ :_S ns
Σ_j ⊢ e₃ :_S ns
───
Γ; Σ_j ⊢ cond e₁ e₂ e₃ :_R d₁ ∧ d₂ ∧ d₃
`,
		`
let (n : int) = 3
let (xss : [n][n]int) = kernel i <= n do
  let (c : int) = i < 2
  let (row : [n]int) = if c then
      let (x : [n]int) = iota n
      in (x)
    else
      let (y : [n]int) = replicate(n, i)
      in (y)
  in (row)
in (xss)
`, `
let (n : int) = 3
let (xss : [n][?]int) = kernel i <= n do
  let (c : int) = n < 2
  let (s : int) (row : [s]int) = if c then
      let (x : [n]int) = iota n
      in (n, x)
    else
      let (y : [2]int) = replicate(2, i)
      in (2, y)
  in (row)
in (xss)
`},
	{"R-COND-INDEP", "ours", "e₁ : ⟨S, ⊤, k₁⟩, e₂ : d₂, e₃ : d₃: cond e₁ e₂ e₃ is ⟨S, ⊤, k₁⟩ ∧ d₂ ∧ d₃", "listing4.go: condIndep",
		`
Γ; Σ_j ⊢ e₁ :_R ⟨S, ⊤, k₁⟩
Γ; Σ_j ⊢ e₂ :_R d₂
Γ; Σ_j ⊢ e₃ :_R d₃
───
Γ; Σ_j ⊢ cond e₁ e₂ e₃ :_R ⟨S, ⊤, k₁⟩ ∧ d₂ ∧ d₃
`,
		`
let (n : int) = 3
let (xss : [n][?]int) = kernel i <= n do
  let (c : int) = n < 2
  let (s : int) (row : [s]int) = if c then
      let (x : [n]int) = iota n
      in (n, x)
    else
      let (y : [2]int) = replicate(2, i)
      in (2, y)
  in (row)
in (xss)
`, `
let (n : int) = 3
let (xss : [n][?]int) = kernel i <= n do
  let (c : int) = i < 2
  let (s : int) (row : [s]int) = if c then
      let (x : [n]int) = iota n
      in (n, x)
    else
      let (y : [2]int) = replicate(2, i)
      in (2, y)
  in (row)
in (xss)
`},
	{"R-COND-IRR", "ours", "e₁ : d₁, e₂ : d₂, e₃ : d₃: cond e₁ e₂ e₃ is d₁ ∧ ir(d₂ ∧ d₃)", "listing4.go: condIrr",
		`
Γ; Σ_j ⊢ e₁ :_R d₁
Γ; Σ_j ⊢ e₂ :_R d₂
Γ; Σ_j ⊢ e₃ :_R d₃
───
Γ; Σ_j ⊢ cond e₁ e₂ e₃ :_R d₁ ∧ ir(d₂ ∧ d₃)
`,
		`
let (n : int) = 3
let (xss : [n][?]int) = kernel i <= n do
  let (c : int) = i < 2
  let (s : int) (row : [s]int) = if c then
      let (x : [n]int) = iota n
      in (n, x)
    else
      let (y : [2]int) = replicate(2, i)
      in (2, y)
  in (row)
in (xss)
`, ""},
	{"R-WHILE-SHAPE", "Listing 4", "e₃ : (d₃, ns₃), with v : (d₂ ∧ d₃, ns₃) e₂ : (d₂, ns₂) and e₁ : d₁, ns₂ = ns₃: while (λv. e₁) (λv. e₂) e₃ is d₁ ∧ d₂ ∧ d₃", "listing4.go: whileShape",
		`
Γ; Σ_j ⊢ e₃ :_R d₃
Σ_j ⊢ e₃ :_S ns
Γ, v : d₂ ∧ d₃; Σ_j, v : (ns, ∅) ⊢ e₂ :_R d₂
Σ_j, v : (ns, ∅) ⊢ e₂ :_S ns
Γ, v : d₂ ∧ d₃; Σ_j, v : (ns, ∅) ⊢ e₁ :_R d₁
───
Γ; Σ_j ⊢ while (λv. e₁) (λv. e₂) e₃ :_R d₁ ∧ d₂ ∧ d₃
`,
		`
let (n : int) = 3
let (xss : [n][n]int) = kernel i <= n do
  let (x : [n]int) = replicate(n, i)
  let (row : [n]int) = loop (z : [n]int = x) while
      let (e : int) = z[1]
      let (t : int) = e < 9
      in (t) do
    let (e2 : int) = z[2]
    let (e3 : int) = e2 * 2
    let (w : [n]int) = replicate(n, e3)
    in (w)
  in (row)
in (xss)
`, `
let (n : int) = 3
let (xss : [n][?]int) = kernel i <= n do
  let (x : [n]int) = replicate(n, i)
  let (s : int) (row : [s]int) = loop (k : int = n) (z : [k]int = x) while
      let (t : int) = k < 9
      in (t) do
    let (d : int) = k + k
    let (w : [d]int) = concat(z, z)
    in (d, w)
  in (row)
in (xss)
`},
	{"R-WHILE-INDEP", "Listing 4", "e₃ : d₃, with v : d₂ ∧ d₃ e₂ : d₂ and e₁ : ⟨S, ⊤, k⟩: while (λv. e₁) (λv. e₂) e₃ is ⟨S, ⊤, k⟩ ∧ d₂ ∧ d₃", "listing4.go: whileIndep",
		`
Γ; Σ_j ⊢ e₃ :_R d₃
Γ, v : d₂ ∧ d₃; Σ_j ⊢ e₂ :_R d₂
Γ, v : d₂ ∧ d₃; Σ_j ⊢ e₁ :_R ⟨S, ⊤, k⟩
───
Γ; Σ_j ⊢ while (λv. e₁) (λv. e₂) e₃ :_R ⟨S, ⊤, k⟩ ∧ d₂ ∧ d₃
`,
		`
let (n : int) = 3
let (xss : [n][?]int) = kernel i <= n do
  let (x : [n]int) = replicate(n, i)
  let (s : int) (row : [s]int) = loop (k : int = n) (z : [k]int = x) while
      let (t : int) = k < 9
      in (t) do
    let (d : int) = k + k
    let (w : [d]int) = concat(z, z)
    in (d, w)
  in (row)
in (xss)
`, `
let (n : int) = 3
let (xss : [n][?]int) = kernel i <= n do
  let (x : [n]int) = replicate(n, i)
  let (s : int) (row : [s]int) = loop (k : int = n) (z : [k]int = x) while
      let (e : int) = z[1]
      let (t : int) = k < e
      in (t) do
    let (d : int) = k + k
    let (w : [d]int) = concat(z, z)
    in (d, w)
  in (row)
in (xss)
`},
	{"R-WHILE-IRR", "Listing 4", "e₃ : d₃, with v : d₂ ∧ d₃ e₂ : d₂ and e₁ : d₁: while (λv. e₁) (λv. e₂) e₃ is d₁ ∧ ir(d₂ ∧ d₃)", "listing4.go: whileIrr",
		`
Γ; Σ_j ⊢ e₃ :_R d₃
Γ, v : d₂ ∧ d₃; Σ_j ⊢ e₂ :_R d₂
Γ, v : d₂ ∧ d₃; Σ_j ⊢ e₁ :_R d₁
───
Γ; Σ_j ⊢ while (λv. e₁) (λv. e₂) e₃ :_R d₁ ∧ ir(d₂ ∧ d₃)
`,
		`
let (n : int) = 3
let (xss : [n][?]int) = kernel i <= n do
  let (x : [n]int) = replicate(n, i)
  let (s : int) (row : [s]int) = loop (k : int = n) (z : [k]int = x) while
      let (e : int) = z[1]
      let (t : int) = k < e
      in (t) do
    let (d : int) = k + k
    let (w : [d]int) = concat(z, z)
    in (d, w)
  in (row)
in (xss)
`, ""},
	{"R-FOR", "ours", "loop (v = e₃) for i <= e₁ do e₂ is the while loop with the same state whose condition is what e₁ is; i : ⟨S, ⊤, ∞⟩, since all iterations are in one round", "control.go: loop",
		`
Γ; Σ_j ⊢ e₁ :_R d₁
Γ, i : ⟨S, ⊤, ∞⟩, v₁ : d₁; Σ_j ⊢ while (λv. v₁) (λv. e₂) e₃ :_R d
───
Γ; Σ_j ⊢ loop (v = e₃) for i <= e₁ do e₂ :_R d
`,
		`
let (n : int) = 3
let (xss : [n][?]int) = kernel i <= n do
  let (x : [n]int) = replicate(n, i)
  let (s : int) (row : [s]int) = loop (k : int = n) (z : [k]int = x) for r <= 2 do
    let (d : int) = k + k
    let (w : [d]int) = concat(z, z)
    in (d, w)
  in (row)
in (xss)
`, ""},
	{"R-INDEX", "ours", "e : ⟨r ▷ n, i, k⟩, e_ix : d: e ! e_ix is ⟨n, i, k⟩ ∧ d", "forms.go: slice",
		`
Γ; Σ_j ⊢ e :_R ⟨r ▷ n, i, k⟩
Γ; Σ_j ⊢ e_ix :_R d
───
Γ; Σ_j ⊢ e ! e_ix :_R ⟨n, i, k⟩ ∧ d
`,
		`
let (n : int) = 3
let (xss : [n][?]int) = kernel i <= n do
  let (r : [i]int) = replicate(i, i)
  in (r)
let (s : int) (row : [s]int) = xss[3]
let (e : int) = row[1]
in (e)
`, ""},
	{"R-SIZE", "ours", "an int that is known to be e, where e : d, is d: a size that no round or branch changes", "let.go: define",
		`
v = e is known, for an int v
Γ; Σ_j ⊢ e :_R d
───
Γ; Σ_j ⊢ v :_R d
`,
		`
let (n : int) = 3
let (xss : [n][?]int) = kernel i <= n do
  let (c : int) = i < 2
  let (s : int) (row : [s]int) = if c then
      let (x : [n]int) = iota n
      in (n, x)
    else
      let (y : [3]int) = replicate(3, i)
      in (3, y)
  in (row)
in (xss)
`, ""},
	{"R-VIEW", "ours", "e : ⟨n, i, k⟩: a view of e is ⟨n′, i, k⟩, where n′ has the dimensions of n as the view has them, and R where a size is independent", "forms.go: view",
		`
Γ; Σ_j ⊢ e :_R ⟨n, i, k⟩
n' has the dimensions of n as the view has them, and R where a size is independent
───
Γ; Σ_j ⊢ view e :_R ⟨n', i, k⟩
`,
		`
let (x : [2][3]int) = scratch([2][3]int)
let (y : [3][2]int) = transpose x
in (y)
`, ""},
	{"R-CONCAT", "ours", "ē : ⟨r ▷ n, i, k⟩ with rows of one shape: concat(ē) is what they are together; rows of different shapes are irregular", "forms.go: concat",
		`
* Γ; Σ_j ⊢ e_l :_R ⟨r_l ▷ n_l, i_l, k_l⟩ for 1 ≤ l ≤ m
the rows of e₁, …, e_m have one shape
───
Γ; Σ_j ⊢ concat(e₁, …, e_m) :_R ⟨r₁ ▷ n₁, i₁, k₁⟩ ∧ … ∧ ⟨r_m ▷ n_m, i_m, k_m⟩
`,
		`
let (n : int) = 3
let (xss : [n][?]int) = kernel i <= n do
  let (a : [2]int) = replicate(2, i)
  let (d : int) = i + 2
  let (b : [i]int) = iota i
  let (row : [d]int) = concat(a, b)
  in (row)
in (xss)
`, ""},
	{"R-WITH", "ours", "e : ⟨n, i, k⟩, ix : d, v : d′: e with [ix] = v is ⟨n, i, k⟩ and what the numbers in d and d′ are", "forms.go: with",
		`
Γ; Σ_j ⊢ e :_R ⟨n, i, k⟩
* Γ; Σ_j ⊢ ix_l :_R d_l for 1 ≤ l ≤ m
Γ; Σ_j ⊢ v :_R d
───
Γ; Σ_j ⊢ e with [ix₁, …, ix_m] = v :_R ⟨n, i, k⟩ ∧ d₁ ∧ … ∧ d_m ∧ d
`,
		`
let (n : int) = 3
let (x : [3]int) = iota 3
let (xss : [n][3]int) = kernel i <= n do
  let (y : [3]int) = x with [i] = 0
  in (y)
in (xss)
`, ""},
	{"R-SCAN", "ours", "as R-FOLD, with the dimension that it goes over", "listing4.go: scan",
		`
Γ; Σ_j ⊢ e₂ :_R d₂
Γ; Σ_j ⊢ e₃ :_R d₃
d = d₂ ∧ d₃
Γ, v₀ : d, v₁ : d; Σ_j ⊢ e₁ :_R d₁
───
Γ; Σ_j ⊢ scan (λv₀ v₁ -> e₁) e₂ e₃ :_R d₁ ∧ d₃
`,
		`
let (n : int) = 3
let (xss : [n][?]int) = kernel i <= n do
  let (x : [i]int) = iota i
  let (s : [i]int) = scan (\(a : int) (b : int) ->
    let (c : int) = a + b
    in (c)) 0 x
  in (s)
in (xss)
`, ""},
	{"R-CALL", "ours", "f(ē) is what the body of f is, where each parameter is what its argument is", "call.go: call",
		`
(def f (x̄ : τ̄) = b) belongs to the program
* Γ; Σ_j ⊢ e_i :_R d_i for 1 ≤ i ≤ n
Γ, x₁ : d₁, …, x_n : d_n; Σ_j ⊢ b :_R d
───
Γ; Σ_j ⊢ f(e₁, …, e_n) :_R d
`,
		`
def f [n] (x : [n]int) : int =
  let (e : int) = x[1]
  in (e)
let (n : int) = 3
let (x : [3]int) = iota 3
let (y : [n]int) = kernel i <= n do
  let (z : [i]int) = iota i
  let (a : int) = f(x)
  let (b : int) = f(z)
  let (c : int) = a + b
  in (c)
in (y)
`, ""},
}
