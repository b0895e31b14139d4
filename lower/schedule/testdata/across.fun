def both [n][m] (x : [m][n]int) (y : [m][n]int) (z : [m][n]int) = kernel i <= n, j <= m do x[j, i] * y[j, i] + z[j, i]
def turned [n][m] (x : [m][n]int) = kernel i <= n, j <= m do x[j, i]
def tails [n] (x : [n][n]int) = kernel i <= n do reduce (+) 0 (kernel j <= n do x[j, i] + x[j, n + 1 - i] - x[n + 1 - j, i])
let x = kernel i <= SIZE, j <= SIZE + 1 do i * i - j
let y = kernel i <= SIZE, j <= SIZE do i - 2 * j
(both(x, x, x), turned(x), tails(y))
