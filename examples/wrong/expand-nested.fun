-- before: ../before/cube.fun
-- Memory expansion out of two kernels with the index of the inner one only: the threads (1, j), (2, j), …
-- share a part.

def f [n][m]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (y_mem : mem)
    (y : [m] @ y_mem -> R(m)) :
    (r_mem : mem,
     [n][m] @ r_mem -> R(n, m)) =
  let (r_mem : mem) = alloc (n * m)
  let (t_mem : mem) = alloc (n * m * 2)
  let (r : [n][m] @ r_mem -> R(n, m)) = kernel i <= n do
    let (row_mem : mem) = alloc m
    let (row : [m] @ row_mem -> R(m)) = kernel j <= m do
      let (a : int) = x[i]
      let (b : int) = y[j]
      let (t : [2] @ t_mem -> (j - 1) * 2 + {(2 : 1)}) = [a, b]
      let (e : int) = t[1] * 10 + t[2]
      in (e)
    in (row)
  in (r_mem, r)
