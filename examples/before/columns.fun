-- A table of sums.

def f [n][m] (x : [n]int) (y : [m]int) : [n][m]int = kernel i <= n, j <= m do x[i] * 10 + y[j]
