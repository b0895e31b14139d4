-- For each row: doubled some times, plus ten times the row.

def f [n][m] (x : [n][m]int) (rounds : int) : [n][m]int =
  kernel i <= n do
    let b = kernel j <= m do x[i, j] + 1
    let z = loop (w = b) for k <= rounds do kernel j <= m do w[j] * 2
    let ys = kernel j <= m do x[i, j] * 10
    in kernel j <= m do z[j] + ys[j]
