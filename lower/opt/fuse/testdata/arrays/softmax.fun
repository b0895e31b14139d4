-- Each row divided by the sum of its exponentials, and what lies between.
def softmax [n][m] (x : [n][m]f64) : [n][m]f64 =
  let e = map (\row -> map exp row) x
  let sums = map sum_f64 e
  in kernel i <= n, j <= m do e[i, j] / sums[i]

def entropy [n] (p : [n]f64) : f64 = -sum_f64(map (\q -> q * log(q)) p)

let x = kernel i <= 5, j <= 4 do f64((i * i + 3 * j) % 7) / 4.0
map entropy (softmax(x))
