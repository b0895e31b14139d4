def product [n][m][p] (a : [n][m]f64) (b : [m][p]f64) : [n][p]f64 =
  kernel i <= n, j <= p do reduce (\sum x y -> sum + x * y) 0.1 a[i] b[:, j]
let w = [SIZE]
let n = w[1]
product(kernel i <= 3, j <= n do f64(i * j) / 7.0, kernel i <= n, j <= 4 * n do f64(i + j) / 3.0)
def twice [n][p] (b : [n][p]int) : [p]int = kernel j <= p do let k = j % 3 in let (s, t) = loop (s = k, t = 0) for i <= n do (s + b[i, j] * k, t + s) in 100 * s + t + k
twice(kernel i <= n, j <= 5 * n do i * j % 17)
