import "more/reference.fun" as reference
def double [n] (x : [n]int) : [n]int = reference.twice(x)
def mean [n] (x : [n]f64) : f64 = reference.total(x) / f64(n)
