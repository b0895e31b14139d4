-- Three times x, plus 1, 2, 3, …; x may be overwritten.

def f [n] (*x : [n]int) : [n]int =
  let y = map (\e -> e * 3) x
  in kernel i <= n do y[i] + i
