-- before: ../before/rowsums.fun
-- Memory expansion of two blocks to one: u lies over t in every part while t is needed.

def f [n][m]
    (x_mem : mem)
    (x : [n][m] @ x_mem -> R(n, m)) :
    (res_mem : mem,
     [n][m] @ res_mem -> R(n, m)) =
  let (res_mem : mem) = alloc (n * m)
  let (t_mem : mem) = alloc (2 * n * m)
  let (res : [n][m] @ res_mem -> R(n, m)) = kernel i <= n do
    let (t : [m] @ t_mem -> (i - 1) * m + {(m : 1)}) = kernel j <= m do x[i, j] + 1
    let (u : [m] @ t_mem -> (i - 1) * m + {(m : 1)}) = kernel j <= m do t[j] * t[m + 1 - j]
    let (r_mem : mem) = alloc m
    let (r : [m] @ r_mem -> R(m)) = kernel j <= m do u[j] + t[j]
    in (r)
  in (res_mem, res)
