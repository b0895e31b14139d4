-- before: ../before/rowsums.fun
-- Memory block merging within a thread: the result row is merged into u_mem, at the last use of u. The blocks
-- stay in the kernel, one for each thread.

def f [n][m]
    (x_mem : mem)
    (x : [n][m] @ x_mem -> R(n, m)) :
    (res_mem : mem,
     [n][m] @ res_mem -> R(n, m)) =
  let (res_mem : mem) = alloc (n * m)
  let (res : [n][m] @ res_mem -> R(n, m)) = kernel i <= n do
    let (t_mem : mem) = alloc m
    let (u_mem : mem) = alloc m
    let (t : [m] @ t_mem -> R(m)) = kernel j <= m do x[i, j] + 1
    let (u : [m] @ u_mem -> R(m)) = kernel j <= m do t[j] * t[m + 1 - j]
    let (r : [m] @ u_mem -> R(m)) = kernel j <= m do u[j] + t[j]
    in (r)
  in (res_mem, res)
