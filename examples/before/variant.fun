-- Each thread makes as many elements as its element of k says.

def f [n] (k : [n]int) : [n]int =
  kernel i <= n do
    let m = max(k[i], 1)
    let t = kernel j <= m do j * m
    in t[m] + t[1]
