-- Each element plus what its left neighbour was.

def f [n] (x : [n]int) : [n]int =
  let a = map (\e -> e + 1) x
  in loop (r = a) for k <= n do r with [k] = a[k] + a[max(k - 1, 1)]
