-- Squares and their neighbours.

def f [n] (x : [n]int) : [n]int =
  let a = kernel i <= n do x[i] * x[i]
  let b = kernel i <= n do x[i] + 1
  let c = kernel i <= n do a[i] - b[i]
  in kernel i <= n do c[i] * 2
