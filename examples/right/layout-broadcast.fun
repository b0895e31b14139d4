-- before: ../before/spread.fun
-- A matrix of which each row has its memory.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (a_mem : mem) = alloc (n * n)
  let (a : [n][n] @ a_mem -> R(n, n)) = kernel i <= n do
    let (e : int) = x[i]
    let (p_mem : mem) = alloc n
    let (p : [n] @ p_mem -> R(n)) = replicate(n, e)
    in (p)
  let (r_mem : mem) = alloc n
  let (r : [n] @ r_mem -> R(n)) = kernel i <= n do a[i, i]
  in (r_mem, r)
