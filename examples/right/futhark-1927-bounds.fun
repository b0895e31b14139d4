-- before: ../before/guarded.fun
-- Array short-circuiting of c into d, after the check that it fits there.

def f [n][m]
    (a_mem : mem)
    (a : [n] @ a_mem -> R(n))
    (b_mem : mem)
    (b : [m] @ b_mem -> R(m))
    (k : int) :
    (d_mem : mem,
     [n] @ d_mem -> R(n)) =
  let (d_mem : mem) = alloc n
  let (d : [n] @ d_mem -> R(n)) = kernel i <= n do a[i] + 1
  let (fits : int) =
    if k >= 1
    then let (t : int) = k + m - 1 <= n
         in (t)
    else 0
  let (r_mem : mem) (r : [n] @ r_mem -> R(n)) =
    if fits
    then let (c : [m] @ d_mem -> k - 1 + {(m : 1)}) = kernel i <= m do 2 * b[i]
         let (e : [n] @ d_mem -> R(n)) = d with [k:m] = c
         in (d_mem, e)
    else (d_mem, d)
  in (r_mem, r)
