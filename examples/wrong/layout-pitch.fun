-- before: ../before/columns.fun
-- A matrix with a gap after each row, in a block where the gap was not counted: the last row ends beyond it.

def f [n][m]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (y_mem : mem)
    (y : [m] @ y_mem -> R(m)) :
    (r_mem : mem,
     [n][m] @ r_mem -> R(n, m)) =
  let (c_mem : mem) = alloc (n * m)
  let (c : [n][m] @ c_mem -> 0 + {(n : m + 1) (m : 1)}) = kernel i <= n do
    let (p_mem : mem) = alloc m
    let (p : [m] @ p_mem -> R(m)) = kernel j <= m do x[i] * 10 + y[j]
    in (p)
  let (r_mem : mem) = alloc (n * m)
  let (r : [n][m] @ r_mem -> R(n, m)) = copy c
  in (r_mem, r)
