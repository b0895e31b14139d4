-- before: ../before/turned.fun
-- Array short-circuiting, condition 4, of a derived array whose transformation has an inverse: y lies
-- transposed where its transposed form goes.

def f [n][m]
    (x_mem : mem)
    (x : [n][m] @ x_mem -> R(n, m)) :
    (d_mem : mem,
     [m + 1][n] @ d_mem -> R(m + 1, n)) =
  let (d_mem : mem) = alloc ((m + 1) * n)
  let (s_mem : mem) = alloc n
  let (s : [n] @ s_mem -> R(n)) = replicate(n, 7)
  let (d : [m + 1][n] @ d_mem -> R(m + 1, n)) = replicate(m + 1, s)
  let (y : [n][m] @ d_mem -> n + {(n : 1) (m : n)}) = kernel i <= n do
    let (row_mem : mem) = alloc m
    let (row : [m] @ row_mem -> R(m)) = kernel j <= m do 10 * x[i, j]
    in (row)
  let (t : [m][n] @ d_mem -> n + {(m : n) (n : 1)}) = transpose y
  let (r : [m + 1][n] @ d_mem -> R(m + 1, n)) = d with [2:m, 1:n] = t
  in (d_mem, r)
