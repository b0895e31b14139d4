package rule

// validityRules are those by which validity is proved for all inputs. Why they are sound is in docs/proofs.md.
var validityRules = []Rule{
	{"V-USE", Ours, "no write since x was bound touches what is used of it, of those that come before in the text", "rules.go: since",
		`
* W has L' after x is bound
* img(L') ∩ img(L) = ∅
───
W ⊢ x @ L is used
`,
		`
let (m : mem) = alloc 6
let (x : [3] @ m -> R(3)) = iota 3
let (y : [3] @ m -> 3 + {(3 : 1)}) = iota 3
let (s : int) = x[2]
in (s)
`,
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (y : [3] @ m -> R(3)) = kernel i <= 3 do 5
let (s : int) = x[2]
in (s)
`},
	{"V-ROUND", Ours, "in a loop or a fold, no write of an earlier round touches what is used of x, which was bound before the loop", "rules.go: rounds",
		`
x is bound before the loop
* W_i has L' for 1 ≤ i < j
* img(L') ∩ img(L) = ∅
───
W_j ⊢ x @ L is used in round j
`,
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (o : mem) = alloc 3
let (s : int) = loop (s : int = 0) for i <= 2 do
  let (t : int) = x[1]
  let (y : [3] @ o -> R(3)) = kernel j <= 3 do t + j
  let (u : int) = y[2]
  in (u)
in (s)
`,
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (s : int) = loop (s : int = 0) for i <= 2 do
  let (t : int) = x[1]
  let (y : [3] @ m -> R(3)) = kernel j <= 3 do t + j
  let (u : int) = y[2]
  in (u)
in (s)
`},
	{"V-OTHER", Ours, "in a kernel, no write of another iteration touches what is used of x: iterations run in any order", "rules.go: others",
		`
* W_i has L' for 1 ≤ i ≤ n, i ≠ j
* img(L') ∩ img(L) = ∅
───
W_j ⊢ x @ L is used in iteration j of n
`,
		`
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (y : [4] @ m -> R(4)) = kernel i <= 4 do x[i] + 1
in (m, y)
`,
		`
let (m : mem) = alloc 5
let (x : [5] @ m -> R(5)) = iota 5
let (y : [4] @ m -> 1 + {(4 : 1)}) = kernel i <= 4 do x[i] + 1
in (m, y)
`},
	{"V-WRITE", Ours, "no other iteration of a kernel writes where one does", "rules.go: others",
		`
* W_i has L' for 1 ≤ i ≤ n, i ≠ j
* img(L') ∩ img(L) = ∅
───
W_j ⊢ L is written in iteration j of n
`,
		`
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = kernel i <= 4 do 2 * i
in (m, x)
`,
		`
let (m : mem) = alloc 2
let (o : mem) = alloc 6
let (x : [3][2] @ o -> R(3, 2)) = kernel i <= 3 do
  let (r : [2] @ m -> R(2)) = kernel j <= 2 do i + j
  in (r)
in (o, x)
`},
	{"V-PLACE", Ours, "to copy an array to where it lies writes nothing: the array was used whole just before", "rules.go: placed",
		`
L' = L
───
W ⊢ x @ L is copied to L', which writes nothing
`,
		`
let (m : mem) = alloc 6
let (x : [3][2] @ m -> R(3, 2)) = kernel i <= 3 do
  let (r : [2] @ m -> 2 * i - 2 + {(2 : 1)}) = kernel j <= 2 do i + j
  in (r)
in (m, x)
`, ""},
	{"V-REST", Ours, "an update uses all but the part that it overwrites next: what a write has put into that part does not matter", "rules.go: overwritten",
		`
* W has L' after x is bound
* img(L') ∩ img(L) ⊆ img(L'')
───
W ⊢ x @ L is used but for L''
`,
		`
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (c : [2] @ m -> 1 + {(2 : 1)}) = kernel i <= 2 do 7
let (y : [4] @ m -> R(4)) = x with [2:2] = c
in (m, y)
`, ""},
	{"V-BRANCH", Ours, "what the branch writes that is not taken does not matter", "rules.go: hidden",
		`
W' has what the other branch writes
W ⊢ x @ L is used
───
W, W' ⊢ x @ L is used
`,
		`
def f (k : int) : int =
  let (m : mem) = alloc 3
  let (x : [3] @ m -> R(3)) = iota 3
  let (s : int) = if k then
      let (y : [3] @ m -> R(3)) = kernel i <= 3 do k
      let (t : int) = y[1]
      in t
    else
      let (t : int) = x[2]
      in t
  in s
`, ""},
	{"V-KEPT", Ours, "a row of a result stays as it is: nothing that comes later in its iteration or round writes there, and no other iteration or later round does", "rules.go: kept",
		`
* W' has L'' after the row is written
* img(L'') ∩ img(L) = ∅
* W_i has L' for 1 ≤ i ≤ n, i ≠ j
* img(L') ∩ img(L) = ∅
───
W_j ⊢ the row L of x is kept in iteration j of n
`,
		`
let (m : mem) = alloc 6
let (x : [3][2] @ m -> R(3, 2)) = kernel i <= 3 do
  let (o : mem) = alloc 2
  let (r : [2] @ o -> R(2)) = kernel j <= 2 do i + j
  in (r)
in (m, x)
`,
		`
let (m : mem) = alloc 9
let (x : [3][2] @ m -> R(3, 2)) = kernel i <= 3 do
  let (r : [2] @ m -> 2 * i + {(2 : 1)}) = kernel j <= 2 do i + j
  in (r)
in (m, x)
`},
	{"V-SPREAD", Ours, "the elements of what is written have locations of their own", "rules.go: distinct",
		`
* L(y) ≠ L(y') for y in dom(L), for y' in dom(L), y ≠ y'
───
W ⊢ L is written
`,
		`
let (m : mem) = alloc 5
let (x : [3] @ m -> 4 + {(3 : -2)}) = iota 3
in (m, x)
`,
		`
let (m : mem) = alloc 1
let (x : [3] @ m -> 0 + {(3 : 0)}) = iota 3
in (m, x)
`},
	{"V-COPY", Ours, "a copy reads each element before it overwrites it: it goes element by element", "rules.go: moved",
		`
* L(y) ≠ L'(y') for y in dom(L), for y' in dom(L'), y ≠ y'
───
W ⊢ x @ L' is copied to L
`,
		`
let (m : mem) = alloc 6
let (x : [3] @ m -> R(3)) = iota 3
let (y : [3] @ m -> 3 + {(3 : 1)}) = copy x
in (m, y)
`,
		`
let (m : mem) = alloc 4
let (x : [3] @ m -> R(3)) = iota 3
let (y : [3] @ m -> 1 + {(3 : 1)}) = copy x
in (m, y)
`},
	{"V-BLOCK", Ours, "an array that is written, claimed or not written yet lies in its block", "rules.go: obliged",
		`
m has n locations
img(L) ⊆ {0, …, n - 1}
───
W ⊢ L in m is written
`,
		`
let (m : mem) = alloc 4
let (x : [3] @ m -> 1 + {(3 : 1)}) = iota 3
in (m, x)
`,
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> 1 + {(3 : 1)}) = iota 3
in (m, x)
`},
	{"V-GIVEN", Ours, "an array from outside lies in its block, and so does what is written where it lies, or in a part of that", "rules.go: given",
		`
m has x @ L' from outside
img(L) ⊆ img(L')
───
W ⊢ L in m is written
`,
		`
def f [n] (k : int) (m : mem) (*x : [n] @ m -> k + {(n : 1)}) : (r : mem, [n] @ r -> k + {(n : 1)}) =
  let (y : [n] @ m -> k + {(n : 1)}) = kernel i <= n do x[i] * 2
  in (m, y)
`, ""},
	{"V-CLAIM", Ours, "an array lies where it is claimed to lie", "rules.go: claimed",
		`
the binding of x has L'
L = L'
───
W ⊢ claim x @ L
`,
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (y : [3] @ m -> R(3)) = claim x
let (s : int) = y[1]
in (s)
`,
		`
let (m : mem) = alloc 4
let (x : [3] @ m -> R(3)) = iota 3
let (y : [3] @ m -> 1 + {(3 : 1)}) = claim x
let (s : int) = y[1]
in (s)
`},
	{"V-LOOSE", Ours, "an array that nothing was written to may lie anywhere, as long as nothing uses it", "rules.go: lost",
		`
nothing uses y
───
W ⊢ y @ L is claimed or not written
`,
		`
let (m : mem) = alloc 4
let (x : [3] @ m -> R(3)) = iota 3
let (y : [3] @ m -> 1 + {(3 : 1)}) = claim x
in (m, x)
`, ""},
	{"V-ALLOC", Ours, "the size of a block is not negative; it may be where the value semantics is stuck", "rules.go: obliged",
		`
0 ≤ n
───
W ⊢ alloc n
`,
		`
let (m : mem) = alloc 6
let (x : [3] @ m -> 3 + {(3 : 1)}) = iota 3
in (m, x)
`,
		`
def f (n : int) : int =
  let (m : mem) = alloc (n - 3)
  in n
`},
	{"V-VALUE", Ours, "the size of a block, and where an array lies, have values: only the heap semantics evaluates them", "rules.go: obliged",
		`
0 < k ∨ k < 0
───
W ⊢ n / k
`,
		`
def f (n : int) (k : int) : int =
  let (q : int) = n / k
  let (m : mem) = alloc (3 + 0 * (n / k))
  in q
`,
		`
def f (n : int) (k : int) : int =
  let (m : mem) = alloc (3 + 0 * (n / k))
  in n
`},
	{"V-SCRATCH", Ours, "where an array lies to which nothing was written, no element of another kind is", "rules.go: unwritten",
		`
* W has L' and elements of another kind
* img(L') ∩ img(L) = ∅
───
W ⊢ x @ L is scratch
`,
		`
let (m : mem) = alloc 4
let (y : [2]f64 @ m -> R(2)) = [1.0, 2.0]
let (x : [2]int @ m -> 2 + {(2 : 1)}) = scratch([2]int)
in (m, x)
`,
		`
let (m : mem) = alloc 4
let (y : [2]f64 @ m -> R(2)) = [1.0, 2.0]
let (x : [2]int @ m -> 1 + {(2 : 1)}) = scratch([2]int)
in (m, x)
`},
	{"V-FREE", Ours, "a block is there: it was allocated in this iteration or call, and nothing has freed it, in any order of iterations and rounds", "rules.go: obliged",
		`
m is allocated in this iteration or call
no free m comes before
───
W ⊢ m is used or freed
`,
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (s : int) = x[2]
free m
in (s)
`,
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
free m
let (s : int) = x[2]
in (s)
`},
	{"V-LENT", Ours, "a call writes nothing where an argument lies that no star marks, and a function nothing where an array from outside lies", "rules.go: lent",
		`
* W has L'
* img(L') ∩ img(L) = ∅
───
W ⊢ L was lent, and the function returns
`,
		`
def f [n] (m : mem) (x : [n] @ m -> R(n)) : int =
  let (o : mem) = alloc n
  let (y : [n] @ o -> R(n)) = kernel i <= n do x[i] * 2
  let (s : int) = reduce (+) 0 y
  in s
`,
		`
def f [n] (m : mem) (x : [n] @ m -> R(n)) : int =
  let (y : [n] @ m -> R(n)) = kernel i <= n do x[i] * 2
  let (s : int) = reduce (+) 0 y
  in s
`},
}
