-- before: ../before/rowsums.fun
-- Memory expansion, blocked, with the number of threads for the size of a part: the parts overlap where a row
-- is longer than there are threads, and leave the block where it is shorter.

def f [n][m]
    (x_mem : mem)
    (x : [n][m] @ x_mem -> R(n, m)) :
    (res_mem : mem,
     [n][m] @ res_mem -> R(n, m)) =
  let (res_mem : mem) = alloc (n * m)
  let (t_mem : mem) = alloc (n * m)
  let (res : [n][m] @ res_mem -> R(n, m)) = kernel i <= n do
    let (t : [m] @ t_mem -> (i - 1) * n + {(m : 1)}) = kernel j <= m do x[i, j] + 1
    let (u_mem : mem) = alloc m
    let (u : [m] @ u_mem -> R(m)) = kernel j <= m do t[j] * t[m + 1 - j]
    let (r : [m] @ u_mem -> R(m)) = kernel j <= m do u[j] + t[j]
    in (r)
  in (res_mem, res)
