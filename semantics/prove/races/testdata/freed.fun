-- a block that was freed
def f (n : int) : (ym : mem, [n] @ ym -> R(n)) =
  let (m : mem) = alloc n
  let (x : [n] @ m -> R(n)) = iota n ### "proved, in bounds"
  free m
  let (ym : mem) = alloc n
  let (y : [n] @ ym -> R(n)) = kernel i <= n do x[i] ### "proved, not in bounds"
  in (ym, y)
---
-- by another name, and in one of the branches
def f (n : int) (k : int) : (ym : mem, [n] @ ym -> R(n)) =
  let (m : mem) = alloc n
  let (o : mem) = m
  let (x : [n] @ m -> R(n)) = iota n ### "proved, in bounds"
  let (r : int) = if k then
    free o
    in (1)
  else
    in (2)
  let (ym : mem) = alloc n
  let (z : [n] @ ym -> R(n)) = copy x ### "proved, not in bounds"
  let (y : [n] @ ym -> R(n)) = kernel i <= n do r ### "proved, in bounds"
  in (ym, y)
---
-- in the round before
def f (n : int) : int =
  let (m : mem) = alloc n
  let (x : [n] @ m -> R(n)) = iota n ### "proved, in bounds"
  let (s : int) = loop (s : int = 0) for j <= 2 do
    let (ym : mem) = alloc n
    let (y : [n] @ ym -> R(n)) = kernel i <= n do x[i] ### "proved, not in bounds"
    free m
    in (s)
  in (s)
---
-- a block of each round, or of each iteration, is another one
def f (n : int) : (zm : mem, [n] @ zm -> R(n)) =
  let (s : int) = loop (s : int = 0) for j <= 2 do
    let (ym : mem) = alloc n
    let (y : [n] @ ym -> R(n)) = iota n ### "proved, in bounds"
    let (t : int) = y[1]
    free ym
    in (s)
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do ### "proved, in bounds"
    let (ym : mem) = alloc 1
    let (y : [1] @ ym -> R(1)) = iota 1 ### "proved, in bounds"
    let (t : int) = y[1]
    free ym
    in (t)
  in (zm, z)
---
-- a function of what was freed, by an argument or from outside
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4 ### "proved, in bounds"
def f (am : mem) (a : [4] @ am -> R(4)) : (bm : mem, [4] @ bm -> R(4)) =
  let (bm : mem) = alloc 4
  let (b : [4] @ bm -> R(4)) = copy a ### "proved, not in bounds"
  in (bm, b)
def g (k : int) : (bm : mem, [4] @ bm -> R(4)) =
  let (bm : mem) = alloc 4
  let (b : [4] @ bm -> R(4)) = kernel i <= 4 do x[i] ### "proved, not in bounds"
  in (bm, b)
def h (am : mem) (a : [4] @ am -> R(4)) : (bm : mem, [4] @ bm -> R(4)) =
  let (bm : mem) = alloc 4
  let (b : [4] @ bm -> R(4)) = copy a ### "proved, in bounds"
  in (bm, b)
let (om : mem) (o : [4] @ om -> R(4)) = h(m, x)
free m
let (pm : mem) (p : [4] @ pm -> R(4)) = f(m, x)
let (qm : mem) (q : [4] @ qm -> R(4)) = g(1)
in (om, o, pm, p, qm, q)
---
-- in the round before, in a call
def g (n : int) : int =
  let (m : mem) = alloc 1
  let (x : [1] @ m -> R(1)) = iota 1 ### "proved, in bounds"
  let (s : int) = loop (s : int = 0) for j <= n do
    let (t : int) = x[1]
    free m
    in (s)
  in (s)
def f (n : int) : (ym : mem, [2] @ ym -> R(2)) =
  let (ym : mem) = alloc 2
  let (y : [2] @ ym -> R(2)) = kernel i <= 2 do ### "proved, not in bounds"
    let (t : int) = g(n)
    in (t)
  in (ym, y)
---
-- an iteration that frees what others read
def f (n : int) (k : int) : (ym : mem, [n] @ ym -> R(n), zm : mem, [n] @ zm -> R(n)) =
  let (m : mem) = alloc n
  let (x : [n] @ m -> R(n)) = iota n ### "proved, in bounds"
  let (o : mem) = alloc n
  let (u : [n] @ o -> R(n)) = iota n ### "proved, in bounds"
  let (ym : mem) = alloc n
  let (y : [n] @ ym -> R(n)) = kernel i <= n do ### "proved, not in bounds"
    let (a : int) = x[i]
    free m
    in (a)
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do ### "proved, not in bounds"
    let (a : int) = u[i]
    let (s : int) = loop (s : int = 0) for j <= k do
      let (r : int) = if i == j then
        free o
        in (1)
      else
        in (2)
      in (r)
    in (a)
  in (ym, y, zm, z)
---
-- in a call
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4 ### "proved, in bounds"
def g (i : int) : int =
  let (a : int) = x[1]
  free m
  in (a)
let (ym : mem) = alloc 4
let (y : [4] @ ym -> R(4)) = kernel i <= 4 do ### "proved, not in bounds"
  let (a : int) = g(i)
  in (a)
in (ym, y)
---
-- a round of a fold that frees what the next one reads, and one that frees what is its own
def f (n : int) : (ym : mem, [n] @ ym -> R(n), zm : mem, [n] @ zm -> R(n)) =
  let (um : mem) = alloc n
  let (u : [n] @ um -> R(n)) = iota n ### "proved, in bounds"
  let (ym : mem) = alloc n
  let (y : [n] @ ym -> R(n)) = kernel i <= n do ### "proved, not in bounds"
    let (m : mem) = alloc 4
    let (x : [4] @ m -> R(4)) = iota 4 ### "proved, in bounds"
    let (s : int) = reduce (\a b ->
      let (c : int) = a + b
      let (d : int) = x[1]
      free m
      in (c)) 0 u
    in (s)
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do ### "proved, in bounds"
    let (s : int) = reduce (\a b ->
      let (m : mem) = alloc 4
      let (x : [4] @ m -> R(4)) = iota 4 ### "proved, in bounds"
      let (c : int) = a + b
      let (d : int) = x[1]
      free m
      in (c)) 0 u
    in (s)
  in (ym, y, zm, z)
---
-- a block that was freed by the name that a branch, a call or a loop gives it
def f (n : int) (c : int) : (r : mem, [n] @ r -> R(n)) =
  let (t : mem) = alloc n
  let (x : [n] @ t -> R(n)) = iota n ### "proved, in bounds"
  let (r : mem) = alloc n
  let (u : mem) = if c then
    in (t)
  else
    let (t2 : mem) = alloc 1
    in (t2)
  free u
  let (y : [n] @ r -> R(n)) = kernel i <= n do x[i] ### "proved, not in bounds"
  let (z : [n] @ r -> R(n)) = iota n ### "proved, in bounds"
  in (r, z)
def id (m : mem) : mem =
  in (m)
def g (n : int) (c : int) : (r : mem, [n] @ r -> R(n)) =
  let (t : mem) = alloc n
  let (x : [n] @ t -> R(n)) = iota n ### "proved, in bounds"
  let (r : mem) = alloc n
  let (u : mem) = id(t)
  free u
  let (y : [n] @ t -> R(n)) = iota n ### "proved, not in bounds"
  let (z : [n] @ r -> R(n)) = iota n ### "proved, in bounds"
  in (r, z)
def h (n : int) (k : int) : (r : mem, [n] @ r -> R(n)) =
  let (t : mem) = alloc n
  let (s : mem) = alloc n
  let (x : [n] @ t -> R(n)) = iota n ### "proved, in bounds"
  let (r : mem) = alloc n
  let (a : mem) (b : mem) = loop (a : mem = t) (b : mem = s) for j <= k do in (b, a)
  let (w : [n] @ r -> R(n)) = copy x ### "proved, in bounds"
  free a
  let (v : [n] @ b -> R(n)) = iota n ### "proved, in bounds"
  let (y : [n] @ r -> R(n)) = kernel i <= n do x[i] ### "proved, not in bounds"
  in (r, y)
---
-- a loop that frees what it was given and gives on a block of its own; what it gives is in use, what it began with is not
def f (n : int) (k : int) : (r : mem, [n] @ r -> R(n)) =
  let (t : mem) = alloc n
  let (x : [n] @ t -> R(n)) = iota n ### "proved, in bounds"
  let (m : mem) (y : [n] @ m -> R(n)) = loop (m : mem = t) (y : [n] @ m -> R(n) = x) for j <= k do
    let (o : mem) = alloc n
    let (z : [n] @ o -> R(n)) = kernel i <= n do y[i] ### "proved, in bounds"
    free m
    in (o, z)
  let (r : mem) = alloc n
  let (v : [n] @ r -> R(n)) = copy y ### "proved, in bounds"
  let (w : [n] @ r -> R(n)) = copy x ### "proved, not in bounds"
  in (r, v)
---
-- rounds that give on what they freed, in one of two places
def f (n : int) (k : int) : (r : mem, [n] @ r -> R(n)) =
  let (t : mem) = alloc n
  let (s : mem) = alloc n
  let (x : [n] @ t -> R(n)) = iota n ### "proved, in bounds"
  let (u : [n] @ s -> R(n)) = iota n ### "proved, in bounds"
  let (r : mem) = alloc n
  let (a : mem) (b : mem) = loop (a : mem = t) (b : mem = s) for j <= k do
    let (y : [n] @ r -> R(n)) = iota n ### "proved, in bounds"
    let (z : [n] @ b -> R(n)) = iota n ### "proved, not in bounds"
    free a
    in (b, a)
  let (y : [n] @ r -> R(n)) = iota n ### "proved, in bounds"
  in (r, y)
---
-- a loop that begins with a freed block, and one of two blocks that is freed
def f (n : int) (k : int) : (r : mem, [n] @ r -> R(n)) =
  let (t : mem) = alloc n
  let (x : [n] @ t -> R(n)) = iota n ### "proved, in bounds"
  let (r : mem) = alloc n
  free t
  let (a : mem) (q : [n] @ a -> R(n)) = loop (a : mem = t) (q : [n] @ a -> R(n) = x) for j <= k do
    let (z : [n] @ r -> R(n)) = copy q ### "proved, not in bounds"
    let (o : mem) = alloc n
    let (p : [n] @ o -> R(n)) = iota n ### "proved, in bounds"
    in (o, p)
  let (y : [n] @ r -> R(n)) = iota n ### "proved, in bounds"
  in (r, y)
def g (n : int) (c : int) : (r : mem, [n] @ r -> R(n)) =
  let (t : mem) = alloc n
  let (x : [n] @ t -> R(n)) = iota n ### "proved, in bounds"
  let (s : mem) = alloc n
  let (y : [n] @ s -> R(n)) = iota n ### "proved, in bounds"
  let (r : mem) = alloc n
  free s
  let (u : mem) (v : [n] @ u -> R(n)) = if c then
    in (t, x)
  else
    in (s, y)
  let (z : [n] @ r -> R(n)) = copy v ### "proved, not in bounds"
  in (r, z)
---
-- a loop that reads what an earlier loop gave, and frees it
def f (n : int) (k : int) : (r : mem, [n] @ r -> R(n)) =
  let (t : mem) = alloc n
  let (x : [n] @ t -> R(n)) = iota n ### "proved, in bounds"
  let (m : mem) (y : [n] @ m -> R(n)) = loop (m : mem = t) (y : [n] @ m -> R(n) = x) for j <= k do
    let (o : mem) = alloc n
    let (z : [n] @ o -> R(n)) = copy y ### "proved, in bounds"
    free m
    in (o, z)
  let (r : mem) = alloc n
  let (s : int) = loop (s : int = 0) for j <= k do
    let (v : [n] @ r -> R(n)) = copy y ### "proved, not in bounds"
    free m
    in (s)
  let (w : [n] @ r -> R(n)) = iota n ### "proved, in bounds"
  in (r, w)
---
-- the same by the name that the loop carries
def f (n : int) (k : int) : (r : mem, [n] @ r -> R(n)) =
  let (t : mem) = alloc n
  let (x : [n] @ t -> R(n)) = iota n ### "proved, in bounds"
  let (m : mem) (y : [n] @ m -> R(n)) = loop (m : mem = t) (y : [n] @ m -> R(n) = x) for j <= k do
    let (o : mem) = alloc n
    let (z : [n] @ o -> R(n)) = copy y ### "proved, in bounds"
    free m
    in (o, z)
  let (r : mem) = alloc n
  let (c : mem) = loop (c : mem = m) for j <= k do
    let (v : [n] @ r -> R(n)) = copy y ### "proved, not in bounds"
    let (o : mem) = alloc n
    free c
    in (o)
  let (w : [n] @ r -> R(n)) = iota n ### "proved, in bounds"
  in (r, w)
---
-- the condition of a loop frees what the loop gives
def f (n : int) : (om : mem, [n] @ om -> R(n)) =
  let (am : mem) = alloc n
  let (a : [n] @ am -> R(n)) = iota n ### "proved, in bounds"
  let (rm : mem) (q : int) (r : [n] @ rm -> R(n)) = loop (m : mem = am) (q : int = 0) (x : [n]int @ m -> R(n) = a) while
      free m
      let (t : int) = q < 2
      in (t)
    do
    let (bm : mem) = alloc n
    let (b : [n] @ bm -> R(n)) = iota n ### "proved, in bounds"
    let (q1 : int) = q + 1
    in (bm, q1, b)
  let (om : mem) = alloc n
  let (o : [n] @ om -> R(n)) = kernel j <= n do r[j] ### "proved, not in bounds"
  in (om, o)
---
-- a loop, in a call, that frees by one name what was perhaps freed before by another
def g (k : int) : int =
  let (am : mem) = alloc 1
  let (a : [1] @ am -> R(1)) = iota 1 ### "proved, in bounds"
  let (bm : mem) = alloc 1
  let (b : [1] @ bm -> R(1)) = iota 1 ### "proved, in bounds"
  let (rm : mem) (sm : mem) (r : [1] @ rm -> R(1)) (s : [1] @ sm -> R(1)) = loop (m : mem = am) (p : mem = bm) (x : [1]int @ m -> R(1) = a) (y : [1]int @ p -> R(1) = b) for i <= k do
    let (u : int) = 1
    in (p, m, y, x)
  free sm
  let (z : int) = loop (q : int = 0) for l <= 2 do
    let (v : int) = r[1]
    let (c : int) = l == 1
    let (w : int) = if c then
      free bm
      let (o : int) = 1
      in (o)
    else
      let (o : int) = 0
      in (o)
    let (t : int) = q
    in (t)
  in (z)
def h (k : int) : int =
  let (am : mem) = alloc 1
  let (a : [1] @ am -> R(1)) = iota 1 ### "proved, in bounds"
  let (bm : mem) = alloc 1
  let (b : [1] @ bm -> R(1)) = iota 1 ### "proved, in bounds"
  let (rm : mem) (sm : mem) (r : [1] @ rm -> R(1)) (s : [1] @ sm -> R(1)) = loop (m : mem = am) (p : mem = bm) (x : [1]int @ m -> R(1) = a) (y : [1]int @ p -> R(1) = b) for i <= k do
    let (u : int) = 1
    in (p, m, y, x)
  free sm
  let (z : int) = loop (q : int = 0) for l <= 2 do
    let (vm : mem) = alloc 1
    let (v : [1] @ vm -> R(1)) = kernel i <= 1 do r[1] ### "proved, not in bounds"
    let (c : int) = l == 1
    let (w : int) = if c then
      free bm
      let (o : int) = 1
      in (o)
    else
      let (o : int) = 0
      in (o)
    let (t : int) = q
    in (t)
  in (z)
def f (n : int) : (zm : mem, [n]int @ zm -> R(n)) =
  let (om : mem) = alloc n
  let (o : [n] @ om -> R(n)) = kernel j <= n do ### "proved, not in bounds"
    let (v : int) = g(1)
    in (v)
  in (om, o)
---
-- each branch frees what it does not give, and a loop does so in some rounds
def f (n : int) (c : int) : (om : mem, [n] @ om -> R(n), xm : mem, [n] @ xm -> R(n)) =
  let (am : mem) = alloc n
  let (a : [n] @ am -> R(n)) = iota n ### "proved, in bounds"
  let (bm : mem) = alloc n
  let (b : [n] @ bm -> R(n)) = iota n ### "proved, in bounds"
  let (rm : mem) (r : [n] @ rm -> R(n)) = if c then
    free bm
    in (am, a)
  else
    free am
    in (bm, b)
  let (om : mem) = alloc n
  let (o : [n] @ om -> R(n)) = kernel j <= n do r[j] ### "proved, in bounds"
  let (xm : mem) = alloc n
  let (x : [n] @ xm -> R(n)) = kernel j <= n do a[j] ### "proved, not in bounds"
  in (om, o, xm, x)
def g (n : int) (k : int) : (om : mem, [n] @ om -> R(n)) =
  let (am : mem) = alloc n
  let (a : [n] @ am -> R(n)) = iota n ### "proved, in bounds"
  let (rm : mem) (r : [n] @ rm -> R(n)) = loop (m : mem = am) (x : [n]int @ m -> R(n) = a) for i <= k do
    let (c : int) = i % 2 == 0
    let (dm : mem) (d : [n] @ dm -> R(n)) = if c then
      let (bm : mem) = alloc n
      let (b : [n] @ bm -> R(n)) = kernel j <= n do x[j] ### "proved, in bounds"
      free m
      in (bm, b)
    else
      in (m, x)
    in (dm, d)
  let (om : mem) = alloc n
  let (o : [n] @ om -> R(n)) = kernel j <= n do r[j] ### "proved, in bounds"
  in (om, o)
---
-- a round of a fold frees what the next one reads: itself, by a function, by a copy
def f [n] (km : mem) (k : [n] @ km -> R(n)) : int =
  let (m : mem) = alloc 3
  let (x : [3] @ m -> R(3)) = iota 3 ### "proved, in bounds"
  let s = reduce (\a e ->
    let (q : mem) = alloc 3
    let (y : [3] @ q -> R(3)) = kernel i <= 3 do in (x[i] + e) ### "proved, not in bounds"
    let r = y[1]
    free m
    in a + r) 0 k
  in s
def g [n] (m : mem) (x : [n] @ m -> R(n)) (c : int) : (z : mem, [n] @ z -> R(n)) =
  let (z : mem) = alloc n
  let (y : [n] @ z -> R(n)) = kernel i <= n do in (x[i]) ### "proved, not in bounds"
  in (z, y)
def h [n] (km : mem) (k : [n] @ km -> R(n)) : (om : mem, [n] @ om -> R(n)) =
  let (m : mem) = alloc 3
  let (x : [3] @ m -> R(3)) = iota 3 ### "proved, in bounds"
  let (om : mem) = alloc n
  let (s : [n] @ om -> R(n)) = scan (\a e ->
    let (z : mem) (y : [3] @ z -> R(3)) = g(m, x, e)
    let w = y[1]
    free m
    in a + w) 0 k
  in (om, s)
def c [n] (km : mem) (k : [n] @ km -> R(n)) : int =
  let (m : mem) = alloc 3
  let (x : [3] @ m -> R(3)) = iota 3 ### "proved, in bounds"
  let s = reduce (\a e ->
    let (q : mem) = alloc 3
    let (y : [3] @ q -> R(3)) = copy x ### "proved, not in bounds"
    let r = y[1]
    let (f : int) = if e > 5 then (let (t : int) = 1
      free m
      in (t)) else 0
    in a + r) 0 k
  in s
---
-- a round of a fold frees only what it allocates
def f [n] (km : mem) (k : [n] @ km -> R(n)) : int =
  let (m : mem) = alloc 3
  let (x : [3] @ m -> R(3)) = iota 3 ### "proved, in bounds"
  let s = reduce (\a e ->
    let (q : mem) = alloc 3
    let (y : [3] @ q -> R(3)) = kernel i <= 3 do in (x[i] + e) ### "proved, in bounds"
    let r = y[1]
    free q
    in a + r) 0 k
  in s
---
-- functions that use by name what lies outside its block, what was not written, and what is freed
let (m : mem) = alloc 6
let (x : [6] @ m -> R(6)) = iota 6 ### "proved, in bounds"
let (y : [6] @ m -> 1 + {(6 : 1)}) = claim x
let (z : [3] @ m -> 9 + {(3 : 2)}) = scratch([3]int)
let (p : mem) = alloc 6
let (w : [6] @ p -> R(6)) = iota 6 ### "proved, in bounds"
def f (k : int) : int =
  let (km : mem) = alloc 6
  let (c : [6] @ km -> R(6)) = kernel j <= 6 do in (y[j]) ### "proved, not in bounds"
  let (r : int) = c[k]
  in (r)
def g (k : int) : int =
  let (km : mem) = alloc 3
  let (c : [3] @ km -> R(3)) = kernel j <= 3 do in (z[j]) ### "proved, not in bounds"
  let (r : int) = c[k]
  in (r)
def h (k : int) : int =
  let (km : mem) = alloc 6
  let (c : [6] @ km -> R(6)) = kernel j <= 6 do in (w[j]) ### "proved, not in bounds"
  let (r : int) = c[k]
  in (r)
def a (k : int) : int =
  let (km : mem) = alloc 6
  let (c : [6] @ km -> R(6)) = kernel j <= 6 do in (x[j]) ### "proved, in bounds"
  let (r : int) = c[k]
  in (r)
def e [n] (vm : mem) (v : [n] @ vm -> 1 + {(n : 1)}) (k : int) : int =
  let (km : mem) = alloc n
  let (c : [n] @ km -> R(n)) = kernel j <= n do in (v[j]) ### "proved, not in bounds"
  let (r : int) = c[k]
  in (r)
def d (k : int) : int =
  let (r : int) = e(m, y, k)
  in (r)
free p
---
-- a round gives on what it allocated and freed, also through a branch
def f (k : int) : int =
  let (m : mem) = alloc 3
  let (x : [3] @ m -> R(3)) = iota 3 ### "proved, in bounds"
  let (r : mem) (s : [3] @ r -> R(3)) = loop (p : mem = m) (q : [3]int @ p -> R(3) = x) for j <= k do
    let (b : mem) = alloc 3
    let (y : [3] @ b -> R(3)) = kernel i <= 3 do q[i] ### "proved, not in bounds"
    free b
    in (b, y)
  in (k)
def g (k : int) : int =
  let (m : mem) = alloc 3
  let (x : [3] @ m -> R(3)) = iota 3 ### "proved, in bounds"
  let (r : mem) (s : [3] @ r -> R(3)) = loop (p : mem = m) (q : [3]int @ p -> R(3) = x) for j <= k do
    let (t : mem) (u : [3] @ t -> R(3)) = if k == 77 then (m, x) else (p, q)
    let (b : mem) = alloc 3
    let (y : [3] @ b -> R(3)) = kernel i <= 3 do u[i] ### "proved, not in bounds"
    free b
    in (b, y)
  in (k)
-- it frees what it was given, and gives on what it made
def h (k : int) : int =
  let (m : mem) = alloc 3
  let (x : [3] @ m -> R(3)) = iota 3 ### "proved, in bounds"
  let (r : mem) (s : [3] @ r -> R(3)) = loop (p : mem = m) (q : [3]int @ p -> R(3) = x) for j <= k do
    let (b : mem) = alloc 3
    let (y : [3] @ b -> R(3)) = kernel i <= 3 do q[i] ### "proved, in bounds"
    free p
    in (b, y)
  let (o : mem) = alloc 3
  let (z : [3] @ o -> R(3)) = copy s ### "proved, in bounds"
  in (k)
---
-- rounds of a fold in a kernel free a block twice
def f (n : int) (k : int) : (om : mem, [n] @ om -> R(n)) =
  let (om : mem) = alloc n
  let (o : [n] @ om -> R(n)) = kernel j <= n do ### "proved, not in bounds"
    let (m : mem) = alloc 3
    let (em : mem) = alloc k
    let (e : [k] @ em -> R(k)) = iota k ### "proved, in bounds"
    let s = reduce (\a b ->
      let t = a + b
      free m
      in t) 0 e
    in (s)
  in (om, o)
---
-- too many statements follow, and one frees what was read
def c0 (x : int) : int =
  let (r : int) = x + 1
  in (r)
def c1 (x : int) : int =
  let (a : int) = c0(x)
  let (r : int) = c0(a)
  in (r)
def c2 (x : int) : int =
  let (a : int) = c1(x)
  let (r : int) = c1(a)
  in (r)
def c3 (x : int) : int =
  let (a : int) = c2(x)
  let (r : int) = c2(a)
  in (r)
def c4 (x : int) : int =
  let (a : int) = c3(x)
  let (r : int) = c3(a)
  in (r)
def c5 (x : int) : int =
  let (a : int) = c4(x)
  let (r : int) = c4(a)
  in (r)
def c6 (x : int) : int =
  let (a : int) = c5(x)
  let (r : int) = c5(a)
  in (r)
def c7 (x : int) : int =
  let (a : int) = c6(x)
  let (r : int) = c6(a)
  in (r)
def c8 (x : int) : int =
  let (a : int) = c7(x)
  let (r : int) = c7(a)
  in (r)
def c9 (x : int) : int =
  let (a : int) = c8(x)
  let (r : int) = c8(a)
  in (r)
def c10 (x : int) : int =
  let (a : int) = c9(x)
  let (r : int) = c9(a)
  in (r)
def c11 (x : int) : int =
  let (a : int) = c10(x)
  let (r : int) = c10(a)
  in (r)
def c12 (x : int) : int =
  let (a : int) = c11(x)
  let (r : int) = c11(a)
  in (r)
def c13 (x : int) : int =
  let (a : int) = c12(x)
  let (r : int) = c12(a)
  in (r)
def c14 (x : int) : int =
  let (a : int) = c13(x)
  let (r : int) = c13(a)
  in (r)
def f [n] (km : mem) (k : [n] @ km -> R(n)) : int =
  let (m : mem) = alloc 3
  let (x : [3] @ m -> R(3)) = iota 3 ### "proved, in bounds"
  let s = reduce (\a e ->
    let (q : mem) = alloc 3
    let (y : [3] @ q -> R(3)) = kernel i <= 3 do in (x[i] + e) ### "proved, not in bounds"
    let r = y[1]
    let t = c14(r)
    free m
    in t) 0 k
  in s
---
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3 ### "proved, in bounds"
def g (i : int) : int = x[i]
def f (c : int) : int =
  let (k : mem) = alloc 3
  let (z : [3] @ k -> R(3)) = kernel i <= 3 do ### "proved, not in bounds"
    let v = g(i)
    in (v)
  let r = z[1]
  in (r)
free m
---
-- a block that is freed twice
def f (n : int) : (k : mem, [n] @ k -> R(n)) =
  let (k : mem) = alloc n
  let (z : [n] @ k -> R(n)) = kernel i <= n do ### "proved, not in bounds"
    let (m : mem) = alloc 3
    let (x : [3] @ m -> R(3)) = iota 3 ### "proved, in bounds"
    free m
    free m
    in (i)
  in (k, z)
