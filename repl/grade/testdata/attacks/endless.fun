def double [n] (x : [n]int) : [n]int = let (k, _) = (loop (i = 1, j = 0) while i > 0 do (i + 1, j)) in map (\a -> a * k) x
def mean [n] (x : [n]f64) : f64 = let y = kernel i <= 100000000 do f64(i) in y[3] / x[1]
def reversed [n] (x : [n]int) : [n]int = kernel i <= n do x[n - i]
let z = loop (i = 1) while i > 0 do i + 1
z
