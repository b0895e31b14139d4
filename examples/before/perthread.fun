-- Each thread changes its own copy of acc, which may be overwritten.

def f [n][m] (*acc : [m]int) (x : [n]int) : [n]int =
  kernel i <= n do
    let mine = loop (c = copy acc) for j <= m do c with [j] = c[j] + x[i]
    in reduce (+) 0 mine
