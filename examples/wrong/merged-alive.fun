-- before: ../before/mixed.fun
-- Memory block merging while both arrays are alive: b is put over a, and both are needed for c.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (a_mem : mem) = alloc n
  let (a : [n] @ a_mem -> R(n)) = kernel i <= n do x[i] * x[i]
  let (b : [n] @ a_mem -> R(n)) = kernel i <= n do x[i] + 1
  let (r_mem : mem) = alloc n
  let (c : [n] @ r_mem -> R(n)) = kernel i <= n do a[i] - b[i]
  let (r : [n] @ r_mem -> R(n)) = kernel i <= n do c[i] * 2
  in (r_mem, r)
