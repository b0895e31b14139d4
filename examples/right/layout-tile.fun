-- before: ../before/tiles.fun
-- A third dimension inside of rows that are twice as far apart.

def f [n][m]
    (x_mem : mem)
    (x : [n][m] @ x_mem -> R(n, m)) :
    (r_mem : mem,
     [n][m][2] @ r_mem -> R(n, m, 2)) =
  let (t_mem : mem) = alloc (n * m * 2)
  let (t : [n][m][2] @ t_mem -> 0 + {(n : 2 * m) (m : 2) (2 : 1)}) = kernel i <= n do
    let (p_mem : mem) = alloc (m * 2)
    let (p : [m][2] @ p_mem -> R(m, 2)) = kernel j <= m do
      let (q_mem : mem) = alloc 2
      let (q : [2] @ q_mem -> R(2)) = kernel k <= 2 do x[i, j] * k
      in (q)
    in (p)
  let (r_mem : mem) = alloc (n * m * 2)
  let (r : [n][m][2] @ r_mem -> R(n, m, 2)) = copy t
  in (r_mem, r)
