-- y goes into d; where c is not positive, it is made from d.

def f [n] (x : [n]int) (c : int) : [n + 1]int =
  let d = kernel i <= n + 1 do i
  let y = if c > 0 then map (\e -> e + 1) x else kernel i <= n do x[i] - d[i]
  in d with [2:n] = y
