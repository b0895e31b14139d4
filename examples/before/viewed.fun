-- Two tables; of the first one only the first row is needed, by way of its transposed form.

def f [n][m] (x : [n][m]int) : ([n][m]int, [m]int) =
  let a = kernel i <= n, j <= m do x[i, j] + i
  let column = transpose a
  let b = kernel i <= n, j <= m do x[i, j] * j
  in (b, kernel j <= m do column[j, 1])
