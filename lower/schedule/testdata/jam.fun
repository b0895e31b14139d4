def product [n][m][p] (a : [n][m]f64) (b : [m][p]f64) : [n][p]f64 =
  kernel i <= n, j <= p do reduce (\sum x y -> sum + x * y) 0.1 a[i] b[:, j]
let w = [SIZE]
let n = w[1]
product(kernel i <= n + 8, j <= n do f64(i * j) / 7.0, kernel i <= n, j <= n + 9 do f64(i + j) / 3.0)
def lengths [n][p] (a : [n]int) (b : [p][p]int) : [n][p]int =
  kernel i <= n do
    let m = a[i]
    in kernel j <= p do loop (s = i) for k <= m do (2 * s + b[k, j] * j) % 1009
lengths(kernel i <= n + 3 do i % 5 + 1, kernel i <= 17, j <= 17 do i * i + j)
