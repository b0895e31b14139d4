-- before: ../before/jacobi.fun
-- The loop updates a copy.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (a_mem : mem) = alloc n
  let (a : [n] @ a_mem -> R(n)) = kernel i <= n do x[i] + 1
  let (b_mem : mem) = alloc n
  let (b : [n] @ b_mem -> R(n)) = copy a
  let (r : [n] @ b_mem -> R(n)) = loop (d : [n] @ b_mem -> R(n) = b) for k <= n do
    let (p : int) = max(k - 1, 1)
    let (e : int) = a[k] + a[p]
    let (u : [n] @ b_mem -> R(n)) = d with [k] = e
    in (u)
  in (b_mem, r)
