-- Each element times one and times two.

def f [n][m] (x : [n][m]int) : [n][m][2]int = kernel i <= n, j <= m, k <= 2 do x[i, j] * k
