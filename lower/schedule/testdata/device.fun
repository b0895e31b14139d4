def total [n] (a : [n]f64) = reduce (+) 0.5 (map (\x -> x / 3.0) a)
def ordered [n] (a : [n]f64) = loop (s = 0.5) for i <= n do s + a[i]
def running [n] (a : [n]int) = scan (+) 7 a
def both [n] (a : [n]int) (b : [n]f64) = scan (\s m x y -> (s + x, max(m, y))) (1, 0.25) a b
def average [n] (a : [n]f64) = map (\x -> x / f64(n)) (scan (+) 0.0 a)
let a = kernel i <= SIZE do i * 5 % 7
let b = kernel i <= SIZE do f64(i * 11 % 13) / 7.0
total(b)
ordered(b)
running(a)
both(a, b)
average(b)
reduce (*) 3 (map (\x -> x % 3 + 1) a)
reduce (*) 1.5 b
scan (*) 2 (map (\x -> x % 3 + 1) a)
scan (*) 0.5 (map (\x -> x + 0.5) b)
