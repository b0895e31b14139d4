-- before: ../before/fronts.fun
-- Array short-circuiting of a column into the matrix, in the column that is read: thread i overwrites what
-- thread n + 1 - i reads.

def f [n][m]
    (x_mem : mem)
    (x : [n][m] @ x_mem -> R(n, m)) :
    (r_mem : mem,
     [n][m] @ r_mem -> R(n, m)) =
  let (r_mem : mem) = alloc (n * m)
  let (first : [n][m] @ r_mem -> R(n, m)) = copy x
  let (w : int) = m - 1
  let (r : [n][m] @ r_mem -> R(n, m)) = loop (a : [n][m] @ r_mem -> R(n, m) = first) for k <= w do
    let (c : [n] @ r_mem -> k - 1 + {(n : m)}) = kernel i <= n do a[n + 1 - i, k] + a[i, k + 1]
    let (b : [n][m] @ r_mem -> R(n, m)) = a with [1:n, k + 1] = c
    in (b)
  in (r_mem, r)
