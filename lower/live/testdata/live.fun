-- one after the other, and derived arrays
let a = iota 4
let r = reverse a
let b = map (\x -> x + 1) r
let c = map (\x -> x * 2) b
let d = map (\x y -> x + y) c b
d
---
-- branches that make their results, and that give an array from outside
let a = iota 4
let b = map (\e -> e + 1) a
let x = if a[1] > 3 then map (\y -> y * b[2]) b else b
let y = map (\e -> e + 2) x
y
---
-- a branch that does not use what the other does
let a = iota 4
let b = map (\e -> e + 1) a
let x = if a[1] > 3 then
    let u = map (\e -> e + 1) a
    let v = map (\e -> e + 1) u
    in v
  else
    let u = map (\e -> e + 1) b
    let v = map (\e -> e + 1) u
    in v
x
---
-- a kernel with blocks of its own, and one that reads what is outside
let a = iota 4
let m = kernel i <= 3 do
  let p = map (\x -> x + i) a
  let q = map (\x -> x * p[1]) p
  let s = map (\x -> x - 1) q
  in s
let k = kernel i <= 3 do reduce (+) 0 m[i]
k
---
-- a loop that carries an array, with blocks of the round
let a = iota 4
let b = map (\e -> e + 1) a
let z = loop (x = a) for i <= 3 do
  let p = map (\y -> y + i) x
  let q = map (\y -> y * 2) p
  let s = map (\y z -> y + z) q b
  in s
let w = map (\e -> e + 1) z
w
---
-- a loop that swaps two arrays
let a = iota 4
let b = replicate(4, 2)
let (x, y) = loop (x = a, y = b) for i <= 3 do
  let s = map (+) x y
  in (y, s)
map (+) x y
---
-- a loop with a condition that reads what is carried, and what is outside
let a = iota 4
let l = [100, 7]
let z = loop (x = a) while x[1] < l[1] do
  let p = map (\y -> y * 2) x
  in p
z
---
-- a while loop that gives what came before the last round
let (x, y) = loop (x = iota 3, y = [5, 5, 5]) while x[1] < 9 do
  let s = map (\u -> u + y[1]) x
  let n = map (\u -> u + s[2]) y
  in (s, n)
let t = map (+) x y
t
---
-- a reduce over rows, and a scan
let m = kernel i <= 3, j <= 4 do i * j
let r = reduce (\a row -> let t = map (\e -> e + 1) row in map (+) a t) [0, 0, 0, 0] m
let s = scan (\a row -> let t = map (\e -> e + 1) row in map (+) a t) r m
s
---
-- updates in place
let a = iota 5
let b = a with [2] = 9
let c = b with [1:2] = [7, 8]
let d = map (\e -> e + 1) c
d
---
-- calls: what a function makes, what it gives back, what it uses from outside
let g = [3, 1, 2]
let h = [5, 5, 5]
def plus [n] (x : [n]int) : [n]int = map (\y -> y + g[1]) x
def same [n] (x : [n]int) : [n]int = reverse x
let a = iota 3
let b = plus(a)
let c = same(b)
let d = map (+) c h
plus(d)
---
-- a star: the function may overwrite its parameter
def set [n] (*x : [n]int) (y : [n]int) : [n]int =
  let z = x with [1] = y[1]
  let w = map (\e -> e + 1) z
  let v = map (+) w y
  in v
let a = iota 3
let b = iota 3
let c = set(a, b)
c
---
-- an array in two blocks that a function is given; one has a star
def f [n] (m : mem) (k : mem) (*x : [n] @ m -> R(n)) (y : [n] @ k -> R(n)) : (r : mem, [n] @ r -> R(n)) =
  let (um : mem) = alloc n
  let (u : [n] @ um -> R(n)) = copy x
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = copy y
  in (zm, z)
let (m : mem) = alloc 3
let (a : [3] @ m -> R(3)) = iota 3
let (rm : mem) (r : [3] @ rm -> R(3)) = f(m, m, a, a)
in (rm, r)
---
-- an array that a function is given and uses from outside
let (m : mem) = alloc 3
let (a : [3] @ m -> R(3)) = iota 3
def f (k : mem) (*x : [3] @ k -> R(3)) : (r : mem, [3] @ r -> R(3)) =
  let (um : mem) = alloc 3
  let (u : [3] @ um -> R(3)) = copy x
  let (zm : mem) = alloc 3
  let (z : [3] @ zm -> R(3)) = copy a
  in (zm, z)
let (rm : mem) (r : [3] @ rm -> R(3)) = f(m, a)
in (rm, r)
---
-- branches that use what is used after them
let a = iota 4
let b = map (\e -> e + 1) a
let x = if a[1] > 3 then
    let u = map (\e -> e + 1) b
    in u[1]
  else
    let v = map (\e -> e + 2) b
    in v[2]
let k = b[2]
x + k
---
-- one block for two arrays, one after the other
let (m : mem) = alloc 3
let (a : [3] @ m -> R(3)) = iota 3
let (bm : mem) = alloc 3
let (b : [3] @ bm -> R(3)) = copy a
let (c : [3] @ m -> R(3)) = copy b
in (m, c)
---
-- concat, literals, reshape and transpose
let a = iota 4
let b = [a, a]
let c = flatten b
let d = concat(c, a)
let e = transpose (reshape((3, 4), d))
let f = kernel i <= 4 do e[i][2]
f
---
-- a loop whose blocks have types of their own
let z = loop (xs = iota 6) while length(xs) > 2 do
  let ys = map (\e -> e + 1) xs[2:length(xs) - 1]
  in ys
z
---
-- kernels in a loop in a kernel
let a = iota 3
let m = kernel i <= 3 do
  let z = loop (x = a) for k <= 2 do
    let p = map (\y -> y + i) x
    let q = map (\y -> y + p[1]) p
    in q
  let w = map (\y -> y + a[1]) z
  in w
m
