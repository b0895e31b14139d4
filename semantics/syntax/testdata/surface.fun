x
---
1_000 + 0xff + 0b101 + 007 - 0
---
let x = 5
let y' = x + 1
in (x, y')
---
let x = 1 in let y = 2 let z = 3 in (x + y, z)
---
let f = let y = 1
        in y
let g = let y = 1
in y
---
def blur [n][m] (x : [n][m]int) : [n - 2][m - 2]int =
  kernel i <= n - 2, j <= m - 2 do
    let s = x[i, j] + x[i, j+1] + x[i, j+2]
    in s / 3
---
def one = 1
def none () : int = one()
def two (x : int) : (int, [x]int) = (x, iota x)
def sized (x : int) : (m : int, [m]int) = let m = x * 2 in (m, iota m)
def named (x : int) : (y : int) = x
one() + two(3)[1]
---
let (x, y) = (1, 2)
let (a, (b : int), (c, d)) = (1, 2, (3, 4))
let (p : int) (q : [n]int) = (1, xs)
let (v : int, w : [v]int) = f(2)
let (_, z) = (1, 2)
let (w) = _
---
a || b && c == d + e * f ** g ** -h
---
(a || b) && (c == d) + (e * f) ** g
---
(a < b) == (c < d)
---
a - b - c - (d - e)
---
(a ** b) ** c ** d
---
-x ** 2 + -2 ** 2 - -(-1) - -(-x) - -(1) + !a + !!b + -!c
---
- 1 - - 2
---
-x[1] + (-1)[1] + -f(x) - (1)[2]
---
min(1, max(a, b)) + abs(-x) + abs x
---
x[i] + x[i, j] + x[:, j][1] + x[i][j]
---
x[1:n, i : n - 1 : -1, :, 2][3]
---
x[if c then 1 else 2 : n]
---
copy x[1:2]
---
(copy x)[1:2]
---
iota n + 1
---
iota (n + 1)
---
transpose (reverse (iota (shape(x)[1])))
---
transpose(x)[1, 2] + reverse(x)[1]
---
reverse [1, 2, 3]
---
iota f(x)[1]
---
permute((2, 3, 1), x)
---
permute(1, x)
---
permute((1), x)
---
replicate(n, replicate(m, 0))
scratch([n][m]f64) with [1 + {(n : 2) (2 : m + 1)}] = scratch([n][2]f64)[o * 2 + {(n : 1)}, 1:2]
---
empty([0][3]int)
---
[] 
---
[[1, 2], [3, 4]]
---
[[[1], [2]], [xs, ys]]
---
if a then b else if c then d else e
---
if if a then b else c then d else e
---
1 + if a then b else c + 2
---
(if a then b else c) + 2
---
-if a then b else c
---
kernel i <= n do kernel j <= m do x[i, j]
---
kernel i <= n, j <= m do (i, j)
---
kernel i <= if a then 1 else 2 do in (i)
---
kernel i <= n do
  let y = i
  check y = i
  in if y then (let z = y in z) else 0
---
check a = b
---
check n + 1 = let m = 2 in m
---
check a = b in a
---
check a = b
in (a)
---
if c
then 1
else 2
---
f(
  1,
  2
)
---
length(x) + length x + shape x
---
let shaped = 1
let y = shape + 1
let z = (copy)
---
(a, b)
---
((a, b), c)
---
let x = (1, 2) in ((x, 1), 2)
---
if a then (let x = 1 in x) else ((1, 2), 3)
---
if a then ((let x = 1 in x)) else let y = 2 in (let z = 3 in z)
---
in ()
---
def f (c : int) = if c then in () else in ()
---
let (m : mem) = alloc 3
---
let (n : int)
(m : mem)
(x : [n] @ m -> R(n)) = f(1)
(x)
---
def f (a : int) : int =
  let (b : int)
(c : int) = a
  in b
(f(1))
---
let (x : [n] @ m -> a + b * c + {(n : 2 * s) (k : 1)}) = copy y
---
let (x : [n] @ m -> (if a then 1 else 2) + {(n : 1)}) = copy y
---
let (x : [n] @ m -> a < b + {(n : 1)}) = copy y
---
let (x : [n + 1][2] @ m -> R(n + 1, 2)) = copy y
---
let (x : [a][b][c] @ m -> R(a, b, c)) = copy y
---
-- nothing but a comment
---
let averylongname = anotherverylongname + anotherverylongname * anotherverylongname - anotherverylongname ** anotherverylongname
let call = function(anotherverylongname, anotherverylongname, anotherverylongname, anotherverylongname, [1, 2], y)
let ix = x[anotherverylongname + 1, anotherverylongname : anotherverylongname : anotherverylongname, anotherverylongname, :]
let lst = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]
let rows = [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]]
let cond = if anotherverylongname == anotherverylongname then anotherverylongname * anotherverylongname else anotherverylongname
let k = kernel i <= anotherverylongname, j <= anotherverylongname, k <= anotherverylongname, l <= anotherverylongname do i
let k = kernel i <= n do anotherverylongname[i] + anotherverylongname * anotherverylongname - anotherverylongname[i + 1]
let (aaaaaaaaaaaaaaaaaaaaaaa : int) (bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb : [aaaaaaaaaaaaaaaaaaaaaaa]int @ mmmm -> R(aaaaaaaaaaaaaaaaaaaaaaa)) = f(x)
def f [nnnnnnnnnnnnnnnnn] (xxxxxxxxxxxxxxxxxxx : [nnnnnnnnnnnnnnnnn]int) (yyyyyyyyyyyyyyyyyy : [nnnnnnnnnnnnnnnnn]int) : [nnnnnnnnnnnnnnnnn]int = xxxxxxxxxxxxxxxxxxx
---
import "lib/blur.fun"
import "a b\c.fun" -- nothing in it has a meaning
1.5 + 2e-3 - 1_000.5e+1_0 * 0.0 / 1e999 + 007.50E3
---
-1.5 + -2e3 - -(1.5) + -nan - -inf + nan + inf[1] + (-1.5)[1] + - 2.5
---
let (x : f64) = 1.0
def norm [n] (xs : [n]f64) (*ys : [n][2]f64 @ m -> R(n, 2)) (*m : mem) : f64 = sqrt(reduce (+) 0.0 (map (\x -> x * x) xs))
def both (x : int) : (f64, [x]f64) = (f64(x), replicate(x, 0.5))
empty([0][3]f64)
---
f64 n + f64(n + 1) + int(x) + int x / 2 + sqrt x + exp(log(x)) + atan2(y, x) + isnan(x) + log10 (x + y) + min(1.5, x)
---
a & b | c ^ d << 2 >> 1 + e * f & g
---
(a | b) & c ** (d << 1)
---
a == b ++ c && x ++ y + 1 ++ z
---
(a ++ b) ++ c ++ (d ++ (if e then f else g)) ++ -h
---
concat(a, b, c) ++ concat(d, e)
---
x with [1] = 2
---
x with [i, 1:2, :] = y + 1 with [2] = if a then b else c
---
(x with [1] = 2 + 3)[1] + f(x with [1] = 2, map f xs with [1] = 3)
---
copy x with [1] = (y with [1] = 2)
---
(if a then b else c) with [:] = (kernel i <= n do i)
---
(a + b) with [i] = a || b
---
if a with [1] = 2 then b with [1] = 2 else c with [1] = 2 with [2] = 3
---
let z = x
with [1] = 2
---
loop (x = 1) for i <= n do x * i
---
loop (x = 1, y = (2, 3)) while x < 10 && y do (x + 1, y)
---
loop (x : int = 1, (y : [x]f64) = ys) (z = 3) for i <= x + n do
  let y = y with [i] = 1.5
  in (x, y, z)
---
loop (ym : mem = am) (y : [n] @ ym -> R(n) = a) for i <= n do in (ym, y)
---
1 + loop (x = loop (y = 1) for i <= n do y) while
   let c = x < 3 -- c
   -- d
   in c -- e
  do x + 1
---
loop (x = 1) while
  -- lone
  x < 3 do
  -- body
  x + 1
---
let averylongname = loop (averylongname = anotherverylongname, anotherverylongname = averylongname + 1) while averylongname < anotherverylongname do averylongname
let averylongname = loop (averylongname : int = anotherverylongname) (anotherverylongname : [n]int = averylongname + 1) for i <= averylongname do averylongname
---
map (\x -> x + 1) xs
---
map (\x y -> (x, y)) xs ys[1] f(zs) [1, 2] (iota 3) nan 1.5 f64(x)
---
map (\(x : int) (y : [n]f64, z) ((a, b), _) -> let w = x in w) xs (map f ys)
---
map f xs + reduce (+) 0 xs * (scan max (-1) xs)[1]
---
map(\x -> x) xs
---
reduce (\(a, b) (x, y) -> (a + x, max(b, y))) (0, -inf) xs ys
---
map ((f)) (map (sqrt) xs) ++ map sqrt (map f64 xs) ++ map transpose xs ++ map (int) xs
---
(reduce (-) 0 xs, reduce (!) 0 xs, reduce (&&) 1 xs, scan (atan2) 0.0 xs, reduce (**) 1 xs, reduce(<<) 1 xs)
---
let ys = map (\x -> -- one
    let y = x + 1 -- two

    -- three
    let z = y -- four
    -- five
    in y * z -- six
    ) xs -- seven
let ys = map (\x ->
  -- above
  x) xs
let zs = 1 + reduce (\a x -> let b = a + x in if b < 3 then b else -- inside
   0) 0 xs
---
map (\averylongname anotherverylongname -> averylongname + anotherverylongname * averylongname + anotherverylongname) averylongname anotherverylongname
---
reshape((n, m + 1), x) + reshape(n, x) + reshape((a), (b, c)) + flatten x + flatten(x)[1] + rotate(-1, x) + rotate(k, flatten x)
---
let z = aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa ++ bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ++ ccccccccccccccccccccccccccc
let z = a ++ b
     ++ c
let z = aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa with [1] = bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb with [2] = cccccccccccccccccccccccc with [3] = ddddddddd
---
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (k : mem) = alloc 1
let y = kernel i <= 3 do
  let (r : mem) = alloc 1
  free r
  in (x[i])
free m
free k
---
let free = 3
let y = map f xs free
let z = map f free (free) xs
let (m : mem) = alloc free
free m
---
let (free : mem) = alloc 3
free (free)
---
if c then free m in 1 else let (k : mem) = alloc 1 free k in 2
---
(free m in free)
---
let (x : [2][n]f64 @ m -> R(2, n)) = scratch([2][n]f64)
let (y : [n] @ k -> 1 + {(n : -1)}) = claim x[1] + claim(x)
let both = if true && !false then [true, false] else [0, 1]
---
def f [n] (x : [n][?]int) (y : [n][2][?]f64) : [n][?][?]num = x
let (z : [3][?]) = x
let e = empty([0][2][?]f64)
