-- before: ../before/between.fun
-- Array short-circuiting, condition 3: the destination is not used while what is put there lives. Here d is
-- read in between.

def f [n][m]
    (a_mem : mem)
    (a : [n] @ a_mem -> R(n))
    (b_mem : mem)
    (b : [m] @ b_mem -> R(m))
    (p : int) :
    (d_mem : mem,
     [n] @ d_mem -> R(n),
     int) =
  let (d_mem : mem) = alloc n
  let (d : [n] @ d_mem -> R(n)) = kernel i <= n do a[i] + 1
  let (c : [m] @ d_mem -> R(m)) = kernel i <= m do 2 * b[i]
  let (e : int) = d[p]
  let (r : [n] @ d_mem -> R(n)) = d with [1:m] = c
  in (d_mem, r, e)
