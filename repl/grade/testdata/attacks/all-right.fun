def double [n] (x : [n]int) : [n]int = kernel i <= n do x[i] * 2
def mean [n] (x : [n]f64) : f64 = reduce (\a b -> a + b) 0.0 x / f64(n)
def reversed [n] (x : [n]int) : [n]int = kernel i <= n do x[n + 1 - i]
