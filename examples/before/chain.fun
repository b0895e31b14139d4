-- Three arrays, each made from the one before.

def f [n] (x : [n]int) : [n]int =
  let a = kernel i <= n do x[i] + 1
  let b = kernel i <= n do a[n + 1 - i] * 2
  let c = kernel i <= n do b[n + 1 - i] + i
  in c
