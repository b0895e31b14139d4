package rule

// impRules are the semantics of IMP.
var impRules = []Rule{
	{"E-IMP-DEC-INT", "Fig. 12", "E, x ↦ 0", "fig12.go: decInt",
		`
───
H; E ⊢ var x : int → H; E, x ↦ 0
`,
		`
var x : int;
return x : int
`, ""},
	{"E-IMP-DEC-REAL", "ours", "E, x ↦ 0.0", "beyond.go: decReal",
		`
───
H; E ⊢ var x : f64 → H; E, x ↦ 0.0
`,
		`
var x : f64;
return x : f64
`, ""},
	{"E-IMP-DEC-MEM", "Fig. 12", "E, x ↦ ⊥", "fig12.go: decMem",
		`
───
H; E ⊢ var x : mem → H; E, x ↦ ⊥
`,
		`
var m : mem;
m <- alloc 2;
return x : [2]int @ m -> R(2)
`, ""},
	{"E-IMP-ASSIGN-INT", "Fig. 12", "E, x ↦ E(se), an int or an f64", "fig12.go: assignInt",
		`
v = E(se)
───
H; E ⊢ x <- se → H; E, x ↦ v
`,
		`
var x : int;
x <- 2 * 3 + 1;
return x : int
`, `
var x : int;
x <- 1 / x;
return x : int
`},
	{"E-IMP-ASSIGN-MEM", "Fig. 12", "E, x ↦ E(y)", "fig12.go: assignMem",
		`
ℓ = E(y)
───
H; E ⊢ x <- y → H; E, x ↦ ℓ
`,
		`
var m : mem;
m <- alloc 2;
var k : mem;
k <- m;
k[1] <- 7;
return x : [2]int @ m -> R(2)
`, ""},
	{"E-IMP-READ", "Fig. 12", "E, x ↦ H[E(y), E(se)]", "fig12.go: read",
		`
ℓ = E(y)
k = E(se)
v = H[ℓ, k] # H[E(y), E(se)]
───
H; E ⊢ x <- y[se] → H; E, x ↦ v
`,
		`
var m : mem;
m <- alloc 2;
m[1] <- 7;
var x : int;
x <- m[1];
return x : int
`, `
var m : mem;
m <- alloc 2;
var x : int;
x <- m[2];
return x : int
`},
	{"E-IMP-WRITE", "Fig. 12", "H[E(x), E(se)] ↦ E(se)", "fig12.go: write",
		`
ℓ = E(x)
k = E(se_i)
v = E(se_j)
H' = H[ℓ, k] ↦ v # H' = H[E(x), E(se_i)] ↦ E(se_j)
───
H; E ⊢ x[se_i] <- se_j → H'; E
`,
		`
var m : mem;
m <- alloc 2;
m[1] <- 7;
return x : [2]int @ m -> R(2)
`, `
var m : mem;
m[0] <- 7
`},
	{"E-IMP-ALLOC", "Fig. 12", "a fresh label, a block of zeros", "fig12.go: alloc",
		`
E(se) = k
ℓ fresh
H' = H, ℓ ↦ [0, …, 0] of length k # H' = H, ℓ ↦ [0, …, 0]
───
H; E ⊢ x <- alloc se → H'; E, x ↦ ℓ
`,
		`
var m : mem;
m <- alloc 2;
return x : [2]int @ m -> R(2)
`, `
var m : mem;
m <- alloc 2 - 3
`},
	{"E-IMP-SEQ", "Fig. 12", "one statement, and then the other", "fig12.go: seq",
		`
* H_i; E_i ⊢ s_i → H_{i+1}; E_{i+1} for 1 ≤ i ≤ n
───
H₁; E₁ ⊢ s₁; …; s_n → H_{n+1}; E_{n+1}
`,
		`
var x : int;
x <- 1;
x <- 10 * x + 2;
return x : int
`, ""},
	{"E-IMP-TRUE", "Fig. 12", "the condition is not 0, and the first branch", "fig12.go: ifTrue",
		`
E(x) ≠ 0
H; E ⊢ s₁ → H'; E'
───
H; E ⊢ if x then s₁ else s₂ fi → H'; E'
`,
		`
var x : int;
if 3 > 2 then x <- 10 else x <- 20 fi;
return x : int
`, `
var x : int;
if 1 / x then x <- 10 else x <- 20 fi;
return x : int
`},
	{"E-IMP-FALSE", "Fig. 12", "the condition is 0, and the second branch", "fig12.go: ifFalse",
		`
E(x) = 0
H; E ⊢ s₂ → H'; E'
───
H; E ⊢ if x then s₁ else s₂ fi → H'; E'
`,
		`
var x : int;
if 3 < 2 then x <- 10 else x <- 20 fi;
return x : int
`, ""},
	{"E-IMP-SKIP", "Fig. 12", "nothing", "fig12.go: skip",
		`
───
H; E ⊢ skip → H; E
`,
		`
var x : int;
skip;
return x : int
`, ""},
	{"E-IMP-KERNEL", "Fig. 12", "the body for each index, each time under E; then E again", "fig12.go: kernel",
		`
E(se) = k
* H_{i-1}; E, x ↦ i ⊢ s → H_i; E'_i for 1 ≤ i ≤ k
───
H₀; E ⊢ kernel x <= se do s done → H_k; E
`,
		`
var m : mem;
m <- alloc 3;
kernel i <= 3 do m[i - 1] <- i * i done;
return x : [3]int @ m -> R(3)
`, `
var m : mem;
m <- alloc 3;
kernel i <= 3 do m[0] <- i * i done;
return x : [3]int @ m -> R(3)
`},
	{"E-IMP-FOR", "ours", "the body for each index in order; its assignments stay", "beyond.go: forLoop",
		`
E₀(se) = k # E_0(se) = k
* H_{i-1}; E_{i-1}, x ↦ i ⊢ s → H_i; E_i for 1 ≤ i ≤ k
───
H₀; E₀ ⊢ for x <= se do s done → H_k; E_k
`,
		`
var x : int;
for i <= 3 do x <- 10 * x + i done;
return x : int
`, `
var x : int;
for i <= 1 / x do x <- 10 * x + i done;
return x : int
`},
	{"E-IMP-WHILE", "ours", "the body as long as the condition is not 0; its assignments stay", "beyond.go: while",
		`
* E_{i-1}(se) ≠ 0 for 1 ≤ i ≤ k
* H_{i-1}; E_{i-1} ⊢ s → H_i; E_i for 1 ≤ i ≤ k
? E_k(se) = 0
───
H₀; E₀ ⊢ while se do s done → H_k; E_k
`,
		`
var x : int;
x <- 100;
while x > 9 do x <- x / 2 done;
return x : int
`, `
var x : int;
while 1 / x do x <- x + 1 done;
return x : int
`},
	{"E-IMP-FREE", "ours", "E(x) has no locations any more; stuck if it was freed before, or came from outside of this iteration, or of the program", "beyond.go: free",
		`
E(x) = ℓ
ℓ ∈ dom(H)
H' = H without ℓ
───
H; E ⊢ free x → H'; E
`,
		`
var m : mem;
m <- alloc 2;
m[1] <- 7;
var x : int;
x <- m[1];
free m;
return x : int
`, `
var m : mem;
m <- alloc 2;
free m;
free m
`},
	{"E-IMP-CHECK", "ours", "stuck unless the comparisons hold", "beyond.go: check",
		`
* E(se_i) ⋈_i E(se_{i+1}) for 1 ≤ i < n # E(se₁) ⋈ E(se₂)
───
H; E ⊢ check se₁ ⋈₁ … se_n → H; E
`,
		`
var m : mem;
m <- alloc 3;
check 0 <= 2 < length(m);
m[2] <- 7;
return x : [3]int @ m -> R(3)
`, `
var m : mem;
m <- alloc 3;
check 0 <= 3 < length(m);
m[3] <- 7;
return x : [3]int @ m -> R(3)
`},
	{"E-IMP-PROG", "ours", "from the inputs, what the results show in the heap", "beyond.go: prog",
		`
* H₀ and E₀ are those of the inputs # E₀ of the inputs
H₀; E₀ ⊢ s → H; E
* v_i = shown(r_i, E, H) for 1 ≤ i ≤ n # v_i = nest(H(E(m_i)), E(L_i)) | v_i = E(se_i)
───
⊢ s; return r₁, …, r_n ⇓ (v₁, …, v_n); H
`,
		`
var m : mem;
m <- alloc 6;
m[3] <- 7;
return x : [3]int @ m -> 1 + {(3 : 2)}
`, `
var m : mem;
m <- alloc 5;
m[3] <- 7;
return x : [3]int @ m -> 1 + {(3 : 2)}
`},
}
