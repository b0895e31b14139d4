def mapped [n] (a : [n]int) (b : [n]int) : [n]int = kernel i <= n do a[i] * 3 + b[i] * b[i]
