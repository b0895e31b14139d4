-- before: ../before/plain.fun
-- A star that the transformation adds, so that it may write the result over the parameter. Callers do not
-- know of it.

def f [n] (x_mem : mem) (*x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (r : [n] @ x_mem -> R(n)) = kernel i <= n do x[i] + 1
  in (x_mem, r)
