-- Each element at an even place becomes the one before it plus an element of x.

def f [m] (x : [m]int) : [2 * m]int =
  let d = kernel i <= 2 * m do i * 10
  let c = kernel i <= m do d[2 * i - 1] + x[i]
  in d with [2:m:2] = c
