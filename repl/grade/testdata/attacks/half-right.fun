-- half right
def double [n] (x : [n]int) : [n]int = loop (y = copy x) for i <= n do y with [i] = x[i] + x[i]
def mean [n] (x : [n]f64) : f64 = sum(x) / f64(n)
def reversed [n] (x : [n]int) : [n]int = reverse x
