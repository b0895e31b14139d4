-- g overwrites its argument, which is needed again.

def g [n] (*x : [n]int) (k : int) : [n]int = x with [k] = 0

def f [n] (x : [n]int) (k : int) : [n]int =
  let a = map (\e -> e + 1) x
  let b = g(a, k)
  in kernel i <= n do a[i] + b[i]
