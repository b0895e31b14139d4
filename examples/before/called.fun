-- g overwrites its first argument; f calls it with the same array twice.

def g [n] (*x : [n]int) (y : [n]int) : [n]int =
  loop (a = x) for k <= n do a with [k] = a[k] + y[n + 1 - k]

def f [n] (x : [n]int) : [n]int =
  let a = map (\e -> e + 1) x
  in g(a, a)
