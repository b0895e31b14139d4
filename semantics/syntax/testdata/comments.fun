-- header


-- doc
def blur [n][m] (x : [n][m]int) : [n - 2][m - 2]int = -- after =
  kernel i <= n - 2, j <= m - 2 do -- after do
    let s = x[i, -- inside
              j] + x[i, j+1] * -2 - (a - b)  -- after s

    -- above in
    in s / 9 -- after the result


let x = 0xff -- hex
-- above y
let y = if a then b -- first
 else -- second
  c -- third
let z = [1, -- one
  2 -- two
  ]
let x = 1 -- inside a shown block
 in x -- after it
kernel i <= 3 do
   -- above i
   i
-- below

-- at the end
---
-- only

-- comments
---

let x = 1


let y = 2
let z =
  let a = 1 -- a

  let b = 2
  -- res
  in a + b
---
let x = f(if a then b -- in
          else c, 1) -- out
if a then -- t
  let x = 1 -- x
  in x -- rx
else -- e
  -- e2
  kernel i <= n do -- k
    i -- i
in -- in
 (x, -- res
  y)
-- end
---
def f (x : int) -- p
  (y : int) -- q
  : int -- r
  = -- s
  -- t
  x -- u
---
def f (x : int) =
  -- block
  let a = 1 in -- after in
  let b = 2 in
  a + b
---
let long = aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa + bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb + cccccccccccccccc -- why
let k = kernel i <= n do f(i) -- why
---
let s =   (x[1]    + x[20]
         + x[300] + x[4]) / 9
let t = a + -- one
  b *
    2
  - c
let m = [[1, 2],   [3, 4]]
let r = [[1, 2],
  [3, 4]]
let (y : [4] @ m -> R(4)) = iota 4
let (z : [4]int @ m -> R(4)) = iota 4
x           -- a column
long_name   -- of comments
