-- A matrix for each i, from rows that every pair of threads makes in a block of its own.

def f [n][m] (x : [n]int) (y : [m]int) : [n][m]int =
  kernel i <= n, j <= m do
    let t = [x[i], y[j]]
    in t[1] * 10 + t[2]
