-- before: ../before/turned.fun
-- Array short-circuiting, condition 4, of a derived array: y lies where its transposed form goes, but row-
-- major, as y did, so that the transposed form still has to be copied within the block, over what it reads.

def f [n][m]
    (x_mem : mem)
    (x : [n][m] @ x_mem -> R(n, m)) :
    (d_mem : mem,
     [m + 1][n] @ d_mem -> R(m + 1, n)) =
  let (d_mem : mem) = alloc ((m + 1) * n)
  let (s_mem : mem) = alloc n
  let (s : [n] @ s_mem -> R(n)) = replicate(n, 7)
  let (d : [m + 1][n] @ d_mem -> R(m + 1, n)) = replicate(m + 1, s)
  let (y : [n][m] @ d_mem -> n + {(n : m) (m : 1)}) = kernel i <= n do
    let (row_mem : mem) = alloc m
    let (row : [m] @ row_mem -> R(m)) = kernel j <= m do 10 * x[i, j]
    in (row)
  let (z : [m][n] @ d_mem -> n + {(m : 1) (n : m)}) = transpose y
  let (t : [m][n] @ d_mem -> n + {(m : n) (n : 1)}) = copy z
  let (r : [m + 1][n] @ d_mem -> R(m + 1, n)) = d with [2:m, 1:n] = t
  in (d_mem, r)
