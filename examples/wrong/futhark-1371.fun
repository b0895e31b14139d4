-- before: ../before/rowsums.fun
-- Memory block merging across the levels of a kernel (Futhark #1371): the blocks of a thread, t_mem and
-- u_mem, were hoisted out of the kernel to be merged there, and now all threads share them.

def f [n][m]
    (x_mem : mem)
    (x : [n][m] @ x_mem -> R(n, m)) :
    (res_mem : mem,
     [n][m] @ res_mem -> R(n, m)) =
  let (res_mem : mem) = alloc (n * m)
  let (t_mem : mem) = alloc m
  let (u_mem : mem) = alloc m
  let (res : [n][m] @ res_mem -> R(n, m)) = kernel i <= n do
    let (t : [m] @ t_mem -> R(m)) = kernel j <= m do x[i, j] + 1
    let (u : [m] @ u_mem -> R(m)) = kernel j <= m do t[j] * t[m + 1 - j]
    let (r : [m] @ u_mem -> R(m)) = kernel j <= m do u[j] + t[j]
    in (r)
  in (res_mem, res)
