package rule

// erasureRules are erasure.
var erasureRules = []Rule{
	{"U-MEM", "Fig. 9", "mem becomes int", "erase.go: uMem",
		`
───
mem ⇒unmem int
`,
		"let (m : mem) = alloc 3", ""},
	{"U-ARRAY", "Fig. 9", "[x̄] @ m -> L becomes [x̄]", "erase.go: uArray",
		`
───
[x̄]τ @ m -> L ⇒unmem [x̄]τ
`,
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> 2 + {(3 : -1)}) = iota 3
`, ""},
	{"U-ALLOC", "Fig. 9", "alloc se becomes 0", "erase.go: uAlloc",
		`
───
alloc se ⇒unmem 0
`,
		`
let n = 3
let (m : mem) = alloc (2 * n)
`, ""},
	{"U-CLAIM", "ours", "claim x becomes x, which core writes permute((1, …, n), x)", "erase.go: uClaim",
		`
x has n dimensions
───
claim x ⇒unmem permute((1, …, n), x)
`,
		`
let (m : mem) = alloc 6
let (x : [3] @ m -> R(3)) = iota 3
let (y : [3] @ m -> 3 + {(3 : 1)}) = claim x
`, ""},
	{"U-FREE", "ours", "free x is left out", "erase.go: uFree",
		`
───
free x ⇒unmem •
`,
		`
let (m : mem) = alloc 3
free m
`, ""},
}
