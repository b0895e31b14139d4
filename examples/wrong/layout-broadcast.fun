-- before: ../before/spread.fun
-- A matrix of equal rows takes one row of memory, with the stride 0. These rows are not equal: each
-- overwrites the one before.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (a_mem : mem) = alloc n
  let (a : [n][n] @ a_mem -> 0 + {(n : 0) (n : 1)}) = kernel i <= n do
    let (e : int) = x[i]
    let (p_mem : mem) = alloc n
    let (p : [n] @ p_mem -> R(n)) = replicate(n, e)
    in (p)
  let (r_mem : mem) = alloc n
  let (r : [n] @ r_mem -> R(n)) = kernel i <= n do a[i, i]
  in (r_mem, r)
