package rule

// impTypes are the types of IMP.
var impTypes = []Rule{
	{"T-IMP-SE", "ours", "variables are ints or f64s, and the operands of an operator as it wants them", "check.go: se",
		`
* (x : τ) ∈ Γ for the variables x of se
each ⊕ in se has the operands that it wants
───
Γ ⊢ se : τ
`,
		`
var x : f64;
x <- 2.0 * 1.5;
return x + 1.0 : f64
`, `
var x : f64;
x <- 2 * 1.5;
return x : f64
`},
	{"T-IMP-DEC", "ours", "x is new, and an int, f64 or block", "check_stm.go: declare",
		`
x ∉ dom(Γ)
τ ∈ {int, f64, mem}
───
Γ ⊢ var x : τ
`,
		`
var x : int;
return x : int
`, `
var x : int;
var x : f64;
return x : f64
`},
	{"T-IMP-ASSIGN", "ours", "x has the type of what is assigned to it", "check_stm.go: assign",
		`
(x : τ) ∈ Γ
Γ ⊢ se : τ
───
Γ ⊢ x <- se
`,
		`
var x : int;
x <- 3;
return x : int
`, `
var x : int;
x <- 1.5;
return x : int
`},
	{"T-IMP-ALLOC", "ours", "x is a block and its size an int", "check_stm.go: alloc",
		`
(x : mem) ∈ Γ
Γ ⊢ se : int
───
Γ ⊢ x <- alloc se
`,
		`
var m : mem;
m <- alloc 3;
return x : [3]int @ m -> R(3)
`, `
var m : mem;
m <- alloc 1.5
`},
	{"T-IMP-FREE", "ours", "x is a block", "check_stm.go: free",
		`
(x : mem) ∈ Γ
───
Γ ⊢ free x
`,
		`
var m : mem;
m <- alloc 3;
free m;
return 3 : int
`, `
var x : int;
free x
`},
	{"T-IMP-READ", "ours", "x is an int or f64, y a block, the offset an int", "check_stm.go: read",
		`
(x : τ) ∈ Γ
τ ∈ {int, f64}
(y : mem) ∈ Γ
Γ ⊢ se : int
───
Γ ⊢ x <- y[se]
`,
		`
var m : mem;
m <- alloc 3;
var x : int;
x <- m[2];
return x : int
`, `
var m : mem;
m <- alloc 3;
var x : int;
x <- m[0.5];
return x : int
`},
	{"T-IMP-WRITE", "ours", "x is a block, the offset an int, what is written an int or f64", "check_stm.go: write",
		`
(x : mem) ∈ Γ
Γ ⊢ se_i : int
Γ ⊢ se_j : τ
τ ∈ {int, f64}
───
Γ ⊢ x[se_i] <- se_j
`,
		`
var m : mem;
m <- alloc 3;
m[2] <- 7;
return x : [3]int @ m -> R(3)
`, `
var x : int;
x[2] <- 7;
return x : int
`},
	{"T-IMP-SEQ", "ours", "what a statement declares is in scope after it", "check_stm.go: seq",
		`
Γ ⊢ s₁
Γ, Γ(s₁) ⊢ s₂
Γ(s₁) is what s₁ declares
───
Γ ⊢ s₁; s₂
`,
		`
var x : int;
x <- 1;
x <- x + 1;
return x : int
`, ""},
	{"T-IMP-IF", "ours", "the condition is an int; branches keep what they declare to themselves", "check_stm.go: cond",
		`
Γ ⊢ se : int
Γ ⊢ s₁
Γ ⊢ s₂
───
Γ ⊢ if se then s₁ else s₂ fi
`,
		`
var x : int;
if x < 1 then x <- 10 else x <- 20 fi;
return x : int
`, `
var x : int;
if 0.5 then x <- 10 else x <- 20 fi;
return x : int
`},
	{"T-IMP-KERNEL", "ours", "the bound is an int, the index is new; what the body declares is not in scope after it", "check_stm.go: kernel",
		`
Γ ⊢ se : int
x ∉ dom(Γ)
Γ, x : int ⊢ s
───
Γ ⊢ kernel x <= se do s done
`,
		`
var m : mem;
m <- alloc 3;
kernel i <= 3 do m[i - 1] <- i done;
return x : [3]int @ m -> R(3)
`, `
var m : mem;
m <- alloc 3;
kernel i <= 0.5 do m[i - 1] <- i done;
return x : [3]int @ m -> R(3)
`},
	{"T-IMP-FOR", "ours", "as T-IMP-KERNEL", "check_stm.go: forLoop",
		`
Γ ⊢ se : int
x ∉ dom(Γ)
Γ, x : int ⊢ s
───
Γ ⊢ for x <= se do s done
`,
		`
var x : int;
for i <= 3 do x <- x + i done;
return x : int
`, `
var i : int;
for i <= 3 do skip done;
return i : int
`},
	{"T-IMP-WHILE", "ours", "the condition is an int; what the body declares is not in scope after it", "check_stm.go: while",
		`
Γ ⊢ se : int
Γ ⊢ s
───
Γ ⊢ while se do s done
`,
		`
var x : int;
while x < 3 do x <- x + 1 done;
return x : int
`, `
var x : int;
while 0.5 do x <- x + 1 done;
return x : int
`},
	{"T-IMP-CHECK", "ours", "ints are compared, lengths of blocks among them", "check_stm.go: check",
		`
* Γ ⊢ se_i : int, or se_i is length(m) and (m : mem) ∈ Γ, for 1 ≤ i ≤ n
───
Γ ⊢ check se₁ ⋈₁ … se_n
`,
		`
var m : mem;
m <- alloc 3;
check 0 <= 2 < length(m);
return x : [3]int @ m -> R(3)
`, `
var x : int;
check x < 1.5
`},
	{"T-IMP-INPUT", "ours", "the input, its block and the sizes that it fixes are new; it lies row-major", "check.go: input",
		`
x, m ∉ dom(Γ)
* n_i ∉ dom(Γ), or (n_i : int) ∈ Γ for 1 ≤ i ≤ q
───
Γ ⊢ input x : [n₁]…[n_q]τ @ m -> R(n₁, …, n_q)
`,
		`
input n : int;
input x : [n]int @ m -> R(n);
return n : int, x : [n]int @ m -> R(n)
`, `
input x : [3]int @ m -> 0 + {(3 : 2)};
return x : [3]int @ m -> 0 + {(3 : 2)}
`},
	{"T-IMP-PROG", "ours", "results are ints, f64s, and arrays whose block and LMAD are in scope", "check.go: prog",
		`
• ⊢ s
* Γ(s) ⊢ r_i for 1 ≤ i ≤ n
each r_i is a number, or an array with its place
───
⊢ s; return r₁, …, r_n
`,
		`
var m : mem;
m <- alloc 3;
return 1 + 1 : int, x : [3]int @ m -> R(3)
`, `
var m : mem;
m <- alloc 3;
return m : mem
`},
}
