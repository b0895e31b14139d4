-- Sums of three neighbours, where there are that many.

def f [n] (x : [n]int) : int =
  if n > 2
  then let y = kernel i <= n - 2 do x[i] + x[i + 1] + x[i + 2]
       in y[1] + y[n - 2]
  else 0
