-- Each thread of two nested kernels makes an array of two elements.

def f [n][m] (x : [n]int) (y : [m]int) : [n][m]int =
  kernel i <= n, j <= m do
    let t = [x[i], y[j]]
    in t[1] * 10 + t[2]
