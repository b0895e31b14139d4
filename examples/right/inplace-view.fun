-- before: ../before/rowviews.fun
-- An update in place; the row was copied before.

def f [n][m]
    (x_mem : mem)
    (x : [n][m] @ x_mem -> R(n, m))
    (y_mem : mem)
    (y : [m] @ y_mem -> R(m))
    (k : int) :
    (a_mem : mem,
     [n][m] @ a_mem -> R(n, m),
     s_mem : mem,
     [m] @ s_mem -> R(m)) =
  let (a_mem : mem) = alloc (n * m)
  let (a : [n][m] @ a_mem -> R(n, m)) = kernel i <= n do
    let (p_mem : mem) = alloc m
    let (p : [m] @ p_mem -> R(m)) = kernel j <= m do x[i, j] + 1
    in (p)
  let (row : [m] @ a_mem -> (k - 1) * m + {(m : 1)}) = a[k, 1:m]
  let (q_mem : mem) = alloc m
  let (q : [m] @ q_mem -> R(m)) = copy row
  let (b : [n][m] @ a_mem -> R(n, m)) = a with [k, 1:m] = y
  let (s_mem : mem) = alloc m
  let (s : [m] @ s_mem -> R(m)) = kernel j <= m do q[j] * 2
  in (a_mem, b, s_mem, s)
