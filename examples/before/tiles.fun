-- Each element once more, in tiles of two by two.

def f [n][m] (x : [n][m]int) : [n][m][2]int = kernel i <= n, j <= m, k <= 2 do x[i, j] * k
