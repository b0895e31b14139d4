-- A short array, and then a long one.

def f [n] (x : [n]int) : [n + 2]int =
  let a = [n, n + 1]
  let s = a[1] * a[2]
  in kernel i <= n + 2 do if i <= n then x[i] else s
