-- R-WHILE-INDEP: one round is looked at. a' is independent in the first round, and what it gets later is not
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
-- R-WHILE-INDEP: the body is looked at with the shape of v in the first round, where both branches have it
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
    let (w' : [l']int) = concat(w, [0])
    let (c'' : int) = c' + 1
    in (l', w', c'')
  in (row)
in (xss)
---
-- R-FOLD: one round is looked at here, too
let (n : int) = 3
let (xs : [2]int) = iota 2
let (xss : [n][?]int) = kernel i <= n do
  let (a : int) (b : int) = reduce (\(v : int) (w : int) (x : int) ->
    in (w, i)) (1, 1) xs
  let (row : [a]int) = iota a
  in (row)
in (xss)
---
-- §4.2, Outer ns ▷ Inner ns ⟨Σ; v⟩: the level of v is compared with the depth of the shape. The index i is of the level that the index of zss would have outside
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
-- R-GENERATE-INDEP: k = min(k₁, k₂) keeps the level of the index that is not free any more
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
-- R-CONST: a constant array is ⟨S, ⊤, ∞⟩, so that no rule gives its extent
let (n : int) = 2
let (xss : [n][2]int) = kernel i <= n do
  let (c : [2]int) = [7, 8]
  let (row : [2]int) = copy c
  in (row)
in (xss)
