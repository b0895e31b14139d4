-- before: ../before/kept.fun
-- A loop that updates in place what it starts with, and that is needed after the loop.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (rounds : int) :
    (r_mem : mem,
     [n] @ r_mem -> R(n)) =
  let (c_mem : mem) = alloc n
  let (c : [n] @ c_mem -> R(n)) = kernel i <= n do x[i] + 1
  let (d : [n] @ c_mem -> R(n)) = loop (a : [n] @ c_mem -> R(n) = c) for k <= rounds do
    let (t : int) = a[k] * 3
    let (u : [n] @ c_mem -> R(n)) = a with [k] = t
    in (u)
  let (r_mem : mem) = alloc n
  let (r : [n] @ r_mem -> R(n)) = kernel i <= n do c[i] - d[i]
  in (r_mem, r)
