-- Two arrays that begin alike and change differently.

def f [n] (x : [n]int) (rounds : int) : ([n]int, [n]int) =
  let c = kernel i <= n do x[i] + 1
  in loop (a = c, b = c) for k <= rounds do (a with [k] = 0, b with [k] = b[k] * 2)
