package rule

// shapeRules are the shape analysis of Listing 2. Their examples are in nested core.
var shapeRules = []Rule{
	{"A-VAR", "Listing 2", "v : (ns, i) ∈ Σ: v has the shape ns", "listing4.go: variable",
		`
v : (ns, i) ∈ Σ
───
Σ_j ⊢ v :_S ns
`,
		`
let (x : [3]int) = iota 3
let (y : [3]int) = copy x
in (y)
`, ""},
	{"A-SCALAR", "Listing 2", "what has a scalar type has the shape S", "let.go: number",
		`
e : int or e : f64
───
Σ_j ⊢ e :_S S
`,
		`
let (n : int) = 3
let (m : int) = n + 1
in (m)
`, ""},
	{"A-LIT", "Listing 2", "c̄ : ns: [c̄] has the shape ⟨Σ; l⟩ ▷ ns, where l is how many there are", "forms.go: literal",
		`
Σ_j ⊢ c̄ :_S ns
l is the number of c̄
───
Σ_j ⊢ [c̄] :_S ⟨Σ; l⟩ ▷ ns
`,
		`
let (x : [2]int) = iota 2
let (y : [2]int) = iota 2
let (z : [2][2]int) = [x, y]
in (z)
`, `
let (x : [2]int) = iota 2
let (y : [3]int) = iota 3
let (z : [2][?]int) = [x, y]
in (z)
`},
	{"A-TUPLE", "Listing 2", "ē : n̄s̄: (ē) has the shape (n̄s̄): the results of a body", "analysis.go: body",
		`
* Σ_j ⊢ e_i :_S ns_i for 1 ≤ i ≤ n
───
Σ_j ⊢ (e₁, …, e_n) :_S (ns₁, …, ns_n)
`,
		`
let (n : int) = 3
let (x : [3]int) (y : [3]int) = kernel i <= n do
  let (a : int) = i + 1
  in (i, a)
in (x, y)
`, ""},
	{"A-PROJ", "Listing 2", "e : ns: π_l(e) has the shape π_l(ns): the variables of a pattern", "let.go: projections",
		`
Σ_j ⊢ e :_S ns
───
Σ_j ⊢ π_l(e) :_S π_l(ns)
`,
		`
let (n : int) = 3
let (x : [3]int) (y : [3]int) = kernel i <= n do
  let (a : int) = i + 1
  in (i, a)
in (y)
`, ""},
	{"A-INDEX", "Listing 2", "e : ns: e ! e_ix has the shape Inner ns ⟨Σ; e_ix⟩", "forms.go: slice",
		`
Σ_j ⊢ e :_S ns
───
Σ_j ⊢ e ! e_ix :_S Inner ns ⟨Σ; e_ix⟩
`,
		`
let (x : [2]int) = iota 2
let (y : [3]int) = iota 3
let (z : [2][?]int) = [x, y]
let (s : int) (row : [s]int) = z[2]
in (row)
`, ""},
	{"A-LET", "Listing 2", "e₁ : ns₁, and with v : (ns₁, ∅) e₂ : ns₂: let v = e₁ in e₂ has the shape ns₂", "let.go: let",
		`
Σ_j ⊢ e₁ :_S ns₁
Σ_j, v : (ns₁, ∅) ⊢ e₂ :_S ns₂
───
Σ_j ⊢ let v = e₁ in e₂ :_S ns₂
`,
		`
let (n : int) = 3
let (x : [n]int) = iota n
in (x)
`, ""},
	{"A-GENERATE", "Listing 2", "with v : (S, j) e₂ : ns: generate e₁ (λv → e₂) has the shape ⟨Σ; e₁⟩ ▷ ns", "listing2.go: aGenerate",
		`
Σ_{j+1}, v : (S, j) ⊢ e₂ :_S ns
───
Σ_j ⊢ generate e₁ (λv -> e₂) :_S ⟨Σ; e₁⟩ ▷ ns
`,
		`
let (n : int) = 3
let (xss : [n][?]int) = kernel i <= n do
  let (row : [i]int) = iota i
  in (row)
in (xss)
`, ""},
	{"A-FOLD", "Listing 2", "e₃ : ns: fold (λv₀ v₁ → e₁) e₂ e₃ has the shape Folded (Outer ns) ▷ S", "listing2.go: aFold",
		`
Σ_j ⊢ e₃ :_S ns
───
Σ_j ⊢ fold (λv₀ v₁ -> e₁) e₂ e₃ :_S Folded (Outer ns) ▷ S
`,
		`
let (x : [3]int) = iota 3
let (s : int) = reduce (\(a : int) (b : int) ->
  let (c : int) = a + b
  in (c)) 0 x
in (s)
`, ""},
	{"A-COND", "Listing 2", "e₂ : ns₂, e₃ : ns₃, ns₂ = ns₃: cond e₁ e₂ e₃ has the shape ns₂", "listing2.go: aCond",
		`
Σ_j ⊢ e₂ :_S ns₂
Σ_j ⊢ e₃ :_S ns₃
ns₂ = ns₃
───
Σ_j ⊢ cond e₁ e₂ e₃ :_S ns₂
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
	{"A-WHILE", "Listing 2", "e₃ : ns₃, with v : (ns₃, ∅) e₂ : ns₂, ns₂ = ns₃: while (λv. e₁) (λv. e₂) e₃ has the shape ns₃", "listing2.go: aWhile",
		`
Σ_j ⊢ e₃ :_S ns₃
Σ_j, v : (ns₃, ∅) ⊢ e₂ :_S ns₂
ns₂ = ns₃
───
Σ_j ⊢ while (λv. e₁) (λv. e₂) e₃ :_S ns₃
`,
		`
let (x : [3]int) = iota 3
let (n : int) (y : [n]int) = loop (k : int = 3) (z : [k]int = x) while
    let (e : int) = z[1]
    let (t : int) = e < 9
    in (t) do
  let (w : [k]int) = replicate(k, 9)
  in (k, w)
in (y)
`, `
let (x : [3]int) = iota 3
let (n : int) (y : [n]int) = loop (k : int = 3) (z : [k]int = x) while
    let (t : int) = k < 9
    in (t) do
  let (d : int) = k + k
  let (w : [d]int) = concat(z, z)
  in (d, w)
in (y)
`},
	{"A-UNKNOWN", "Listing 2", "l is a fresh label: e has the shape u_l. The label is the variable", "let.go: let",
		`
l is a fresh label
───
Σ_j ⊢ e :_S u_l
`,
		`
let (x : [3]int) = iota 3
let (n : int) (y : [n]int) = loop (k : int = 3) (z : [k]int = x) while
    let (t : int) = k < 9
    in (t) do
  let (d : int) = k + k
  let (w : [d]int) = concat(z, z)
  in (d, w)
in (y)
`, ""},
	{"A-FOR", "ours", "loop (v = e₃) for i <= e₁ do e₂ has the shape of the while loop with the same state", "control.go: loop",
		`
Σ_j ⊢ while (λv. e₁) (λv. e₂) e₃ :_S ns
───
Σ_j ⊢ loop (v = e₃) for i <= e₁ do e₂ :_S ns
`,
		`
let (x : [3]int) = iota 3
let (y : [3]int) = loop (z : [3]int = x) for i <= 2 do
  let (w : [3]int) = reverse z
  in (w)
in (y)
`, ""},
	{"A-SCAN", "ours", "e₃ : ns, the accumulators : ns′: scan (λv₀ v₁ → e₁) e₂ e₃ has the shape Outer ns ▷ ns′", "listing2.go: aScan",
		`
Σ_j ⊢ e₃ :_S ns
Σ_j, v₀ : (ns', ∅), v₁ : (Inner ns, ∅) ⊢ e₁ :_S ns'
───
Σ_j ⊢ scan (λv₀ v₁ -> e₁) e₂ e₃ :_S Outer ns ▷ ns'
`,
		`
let (x : [3]int) = iota 3
let (s : [3]int) = scan (\(a : int) (b : int) ->
  let (c : int) = a + b
  in (c)) 0 x
in (s)
`, ""},
	{"A-VIEW", "ours", "a part of e, or its elements in another order or with other sizes: row i of o : n : s is Inner ns ⟨Σ; o + (i - 1) * s⟩", "forms.go: taken",
		`
Σ_j ⊢ e :_S ns
───
Σ_j ⊢ (e[o : n : s]) ! i :_S Inner ns ⟨Σ; o + (i - 1) * s⟩
`,
		`
let (n : int) = 3
let (xss : [n][?]int) = kernel i <= n do
  let (row : [i]int) = iota i
  in (row)
let (yss : [2][?]int) = xss[2 : 2]
in (yss)
`, ""},
	{"A-CONCAT", "ours", "concat(e, …) has as many rows as all e together; its other sizes are those in its type", "forms.go: concat",
		`
* Σ_j ⊢ e_i :_S ns_i for 1 ≤ i ≤ n
l is the sum of the outer sizes of ns̄
ns is the shape in the type of the rows
───
Σ_j ⊢ concat(e₁, …, e_n) :_S ⟨Σ; l⟩ ▷ ns
`,
		`
let (x : [2]int) = iota 2
let (z : [3]int) = iota 3
let (y : [5]int) = concat(x, z)
in (y)
`, ""},
	{"A-WITH", "ours", "e : ns: e with [ix] = v has the shape ns", "forms.go: with",
		`
Σ_j ⊢ e :_S ns
───
Σ_j ⊢ e with [ix̄] = v :_S ns
`,
		`
let (x : [3]int) = iota 3
let (y : [3]int) = x with [2] = 0
in (y)
`, ""},
	{"A-CALL", "ours", "f(e, …) has the shape of the body of f, where each parameter has that of its argument", "call.go: call",
		`
(def f (x̄ : τ̄) = b) belongs to the program
* Σ_j ⊢ e_i :_S ns_i for 1 ≤ i ≤ n
Σ_j, x₁ : (ns₁, ∅), …, x_n : (ns_n, ∅) ⊢ b :_S ns
───
Σ_j ⊢ f(e₁, …, e_n) :_S ns
`,
		`
def f [n] (x : [n]int) : [n]int =
  let (y : [n]int) = reverse x
  in (y)
let (x : [3]int) = iota 3
let (y : [3]int) = f(x)
in (y)
`, ""},
}
