-- before: ../before/insert.fun
-- Array short-circuiting (Futhark #1927): c is computed where it goes in d, but before d is there. The kernel
-- that makes d then overwrites c, and the update, which finds c in its place, copies nothing.

def f [n][m]
    (a_mem : mem)
    (a : [n] @ a_mem -> R(n))
    (b_mem : mem)
    (b : [m] @ b_mem -> R(m))
    (k : int) :
    (d_mem : mem,
     [n] @ d_mem -> R(n)) =
  let (d_mem : mem) = alloc n
  let (c : [m] @ d_mem -> k - 1 + {(m : 1)}) = kernel i <= m do 2 * b[i]
  let (d : [n] @ d_mem -> R(n)) = kernel i <= n do a[i] + 1
  let (r : [n] @ d_mem -> R(n)) = d with [k:m] = c
  in (d_mem, r)
