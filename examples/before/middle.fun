-- All but the first element of twice x go into d.

def f [n] (x : [n]int) : ([n]int, int) =
  let d = kernel i <= n do 100 + i
  let y = kernel i <= n do x[i] * 2
  let t = y[2 : n - 1]
  in (d with [2 : n - 1] = t, y[1])
