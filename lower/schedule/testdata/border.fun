def smooth [n][m] (a : [n][m]int) : [n][m]int =
  kernel i <= n, j <= m do
    if i == 1 || i == n || j == 1 || j == m then a[i, j]
    else a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1] - 4 * a[i, j]
let w = [SIZE]
let n = w[1]
smooth(kernel i <= n, j <= 5 do i * i + 7 * j)
smooth(kernel i <= 4, j <= n do i * i + 7 * j)
