-- before: ../before/mixed.fun
-- Memory block merging: c is put over a, whose last use it is, and the result over b.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (a_mem : mem) = alloc n
  let (a : [n] @ a_mem -> R(n)) = kernel i <= n do x[i] * x[i]
  let (b_mem : mem) = alloc n
  let (b : [n] @ b_mem -> R(n)) = kernel i <= n do x[i] + 1
  let (c : [n] @ a_mem -> R(n)) = kernel i <= n do a[i] - b[i]
  let (r : [n] @ b_mem -> R(n)) = kernel i <= n do c[i] * 2
  in (b_mem, r)
