-- What the loop starts with is needed after it.

def f [n] (x : [n]int) (rounds : int) : [n]int =
  let c = kernel i <= n do x[i] + 1
  let d = loop (a = c) for k <= rounds do a with [k] = a[k] * 3
  in kernel i <= n do c[i] - d[i]
