-- In each round a column becomes itself plus the one left of it, upside down.

def f [n][m] (x : [n][m]int) : [n][m]int =
  loop (a = copy x) for k <= m - 1 do
    let c = kernel i <= n do a[n + 1 - i, k] + a[i, k + 1]
    in a with [:, k + 1] = c
