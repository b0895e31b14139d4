-- vectors: the paper's examples of §3.3
def vectorRange (n : int) = iota n
def vectorMap2 [n] (x : [n]f64) (y : [n]f64) = map (\a b -> a * b) x y
def vectorAdd [n] (x : [n]f64) (y : [n]f64) = map (+) x y
def vectorNorm [n] (x : [n]f64) = sqrt(sum(x * x))
---
-- calls are inlined
def twice (n : int) = iota (2 * n)
def four [k] (x : [k]int) = twice(2 * length(x))
def both [n][m] (x : [n][m]int) (k : int) = (transpose x, iota (k + n), x[1, 1])
---
-- quotients, min and max
def tiles [n] (p : int) (x : [n]int) = reshape((n / p, p), x)
def most (a : int) (b : int) = iota (min(a, b))
---
-- S-If: both branches of one shape, or not
def alike [n] (k : int) (x : [n]int) = if k > 2 then map (\a -> a + 1) x else x
def unlike (k : int) (n : int) = if k > 2 then iota n else iota (n + 1)
def size (k : int) = iota (if k > 2 then 1 else k)
---
-- S-Ifold: the state keeps its shape, or not
def keeps [n] (x : [n]int) (k : int) = loop (x = x) for i <= k do map (\a -> a + 1) x
def grows (k : int) = loop (x = iota 1) for i <= k do x ++ x
def power (n : int) = let m = loop (m = 1) while m < n do 2 * m in iota m
def within [n] (x : [n]int) = let m = reduce (+) 0 x in iota m
---
-- data
def upTo [n] (x : [n]int) = iota x[1]
def ofReal (r : f64) = iota (int(r))
def chosen [n] (keep : [n]int) (x : [n]int) = filter(keep, x)
def within2 [n] (x : [n]int) = upTo(x)
---
-- calls that give the size
def columns [n][m] (x : [n][m]int) (k : int) = m + k
def calls [a][b] (p : [a][b]int) = iota (columns(p, 3))
def calledData [n] (x : [n]int) = iota (columns([x, x], x[1]))
---
-- data in one branch, and ints that change places from round to round
def first [n] (x : [n]int) = iota (if n > 2 then x[1] else n)
def second [n] (x : [n]int) = iota (if n > 2 then n else x[1])
def places (n : int) (m : int) = let (a, b) = loop (a = n, b = m) for i <= 1 do (b, a) in iota a
def places2 (n : int) = let (a, b) = loop (a = n, b = n) for i <= 1 do (b, a) in iota a
def rounds (n : int) = let a = loop (a = n) for i <= 3 do i in iota a
