-- Each row times its reverse, plus the row; the row was first increased by one.

def f [n][m] (x : [n][m]int) : [n][m]int =
  kernel i <= n do
    let t = kernel j <= m do x[i, j] + 1
    let u = kernel j <= m do t[j] * t[m + 1 - j]
    in kernel j <= m do u[j] + t[j]
