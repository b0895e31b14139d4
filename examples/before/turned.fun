-- The transposed y goes after one row into a larger matrix.

def f [n][m] (x : [n][m]int) : [m + 1][n]int =
  let d = replicate(m + 1, replicate(n, 7))
  let y = kernel i <= n, j <= m do 10 * x[i, j]
  in d with [2:m, :] = transpose y
