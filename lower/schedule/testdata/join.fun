def two [n] (x : [n]int) = (kernel i <= n do x[i] * 2, kernel i <= n do x[i] + 1)
def rows [n][m] (x : [n][m]int) = (kernel i <= n, j <= m do x[i, j] * 2, kernel i <= n do reduce (+) 0 x[i], kernel i <= n, j <= m do x[i, j] - i)
def after [n] (x : [n]int) = let a = kernel i <= n do x[i] * 3 in (a, kernel i <= n do x[i] + a[n + 1 - i])
let x = kernel i <= SIZE do i * i
let y = kernel i <= SIZE, j <= SIZE do i - 2 * j
(two(x), rows(y), after(x))
