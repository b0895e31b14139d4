-- before: ../before/viewed.fun
-- Memory block merging that misses an alias: a is not used after b is made, but column is, which lies in the
-- block of a.

def f [n][m]
    (x_mem : mem)
    (x : [n][m] @ x_mem -> R(n, m)) :
    (b_mem : mem,
     [n][m] @ b_mem -> R(n, m),
     s_mem : mem,
     [m] @ s_mem -> R(m)) =
  let (a_mem : mem) = alloc (n * m)
  let (a : [n][m] @ a_mem -> R(n, m)) = kernel i <= n do
    let (p_mem : mem) = alloc m
    let (p : [m] @ p_mem -> R(m)) = kernel j <= m do x[i, j] + i
    in (p)
  let (column : [m][n] @ a_mem -> 0 + {(m : 1) (n : m)}) = transpose a
  let (b : [n][m] @ a_mem -> R(n, m)) = kernel i <= n do
    let (q_mem : mem) = alloc m
    let (q : [m] @ q_mem -> R(m)) = kernel j <= m do x[i, j] * j
    in (q)
  let (s_mem : mem) = alloc m
  let (s : [m] @ s_mem -> R(m)) = kernel j <= m do column[j, 1]
  in (a_mem, b, s_mem, s)
