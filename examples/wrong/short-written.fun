-- before: ../before/overwritten.fun
-- Array short-circuiting, condition 3: the destination is written while what is put there lives, at a place
-- that nobody knows before the program runs.

def f [n][m]
    (a_mem : mem)
    (a : [n] @ a_mem -> R(n))
    (b_mem : mem)
    (b : [m] @ b_mem -> R(m))
    (k : int)
    (p : int) :
    (d_mem : mem,
     [n] @ d_mem -> R(n)) =
  let (d_mem : mem) = alloc n
  let (d : [n] @ d_mem -> R(n)) = kernel i <= n do a[i] + 1
  let (c : [m] @ d_mem -> k - 1 + {(m : 1)}) = kernel i <= m do 2 * b[i]
  let (e : [n] @ d_mem -> R(n)) = d with [p] = 0
  let (r : [n] @ d_mem -> R(n)) = e with [k:m] = c
  in (d_mem, r)
