-- before: ../before/plain.fun
-- The parameter is left alone: nothing marks it in the program before.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (r_mem : mem) = alloc n
  let (r : [n] @ r_mem -> R(n)) = kernel i <= n do x[i] + 1
  in (r_mem, r)
