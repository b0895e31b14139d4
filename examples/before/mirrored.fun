-- The squares back to front, less the numbers.

def f [n] (x : [n]int) : [n]int =
  let a = kernel i <= n do x[i] * x[i]
  let r = reverse a
  let b = kernel i <= n do x[i] + 1
  in kernel i <= n do r[i] - b[i]
