-- In each round one column is made of the one left of it.

def f [n][m] (x : [n][m]int) : [n][m]int =
  loop (a = copy x) for k <= m - 1 do
    let c = kernel i <= n do a[n + 1 - i, k] + a[i, k + 1]
    in a with [:, k + 1] = c
