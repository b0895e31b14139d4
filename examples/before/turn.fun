-- A square matrix turned over, with something added; x may be overwritten.

def f [n] (*x : [n][n]int) : [n][n]int =
  let a = kernel i <= n, j <= n do x[j, i] + i
  in a
