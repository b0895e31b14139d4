-- A row for each element, and what lies on the diagonal.

def f [n] (x : [n]int) : [n]int =
  let a = kernel i <= n do replicate(n, x[i])
  in kernel i <= n do a[i, i]
