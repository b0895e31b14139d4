-- R-WHILE-INDEP looks at one round. There a is what it was before, and it becomes i later
-- as printed: xss is ⟨R ▷ R ▷ S, ⊤, _⟩
let (n : int) = 3
let (xss : [n][?]int) = kernel i <= n do
  let (a : int) (b : int) (c : int) = loop (a' : int = 1) (b' : int = 1) (c' : int = 0) while
    let (t : int) = c' < 2
    in (t) do
    let (c'' : int) = c' + 1
    in (b', i, c'')
  let (row : [a]int) = iota a
  in (row)
in (xss)
---
-- R-WHILE-INDEP looks at the body with the shape that v has in the first round. There both branches have it
-- as printed: xss is ⟨R ▷ R ▷ S, ⊤, _⟩
let (n : int) = 2
let (xss : [n][?]int) = kernel i <= n do
  let (first : [2]int) = iota 2
  let (s : int) (row : [s]int) (c : int) = loop (k : int = 2) (v : [k]int = first) (c' : int = 0) while
    let (t : int) = c' < 2
    in (t) do
    let (u : int) = i < 2
    let (l : int) (w : [l]int) = if u then
        in (k, v)
      else
        in (2, first)
    let (l' : int) = l + 1
    let (zero : [1]int) = [0]
    let (w' : [l']int) = concat(w, zero)
    let (c'' : int) = c' + 1
    in (l', w', c'')
  in (row)
in (xss)
---
-- R-FOLD looks at one round, too
-- as printed: xss is ⟨R ▷ R ▷ S, ⊤, _⟩
let (n : int) = 3
let (xs : [2]int) = iota 2
let (xss : [n][?]int) = kernel i <= n do
  let (a : int) (b : int) = reduce (\(v : int) (w : int) (x : int) ->
    in (w, i)) (1, 1) xs
  let (row : [a]int) = iota a
  in (row)
in (xss)
---
-- §4.2: Outer ns ▷ Inner ns ⟨Σ; v⟩ is ns if the level of v is the depth of the shape. Here i has that level, and another ▷ binds it
-- as printed: zss has the shape u_xss, so all rows of yss have the size of xss[1]
let (n : int) = 2
let (xss : [n][?]int) = kernel i0 <= n do
  let (r0 : [i0]int) = iota i0
  in (r0)
let (yss : [n][?]int) = kernel i <= n do
  let (zss : [n][?]int) = kernel j <= n do
    let (t : int) (z : [t]int) = xss[i]
    in (z)
  let (s : int) (row : [s]int) = zss[1]
  in (row)
in (yss)
---
-- R-GENERATE-INDEP: min(k₁, k₂) keeps the level of an index that is not free any more
-- as printed: b is ⟨R ▷ S, ⊥, 0⟩, and xss is ⟨R ▷ Ir ▷ S, ⊤, 0⟩
let (n : int) = 3
let (as : [n]int) = kernel i0 <= n do
  let (a0 : int) = i0 + 1
  in (a0)
let (xss : [n][?]int) = kernel i <= n do
  let (b : [n]int) = kernel j <= n do
    let (a : int) = as[j]
    in (a)
  let (e : int) = b[1]
  let (row : [e]int) = replicate(e, i)
  in (row)
in (xss)
---
-- R-CONST: a constant array is ⟨S, ⊤, ∞⟩
-- as printed: c is ⟨S, ⊤, ∞⟩, and no rule gives its extent, which the copy needs
let (n : int) = 2
let (xss : [n][2]int) = kernel i <= n do
  let (c : [2]int) = [7, 8]
  let (row : [2]int) = copy c
  in (row)
in (xss)
