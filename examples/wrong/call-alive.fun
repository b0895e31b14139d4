-- before: ../before/needed.fun
-- A call that overwrites its argument, which is needed again.

def g [n] (x_mem : mem) (*x : [n] @ x_mem -> R(n)) (k : int) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (r : [n] @ x_mem -> R(n)) = x with [k] = 0
  in (x_mem, r)

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) (k : int) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (a_mem : mem) = alloc n
  let (a : [n] @ a_mem -> R(n)) = kernel i <= n do x[i] + 1
  let (b_mem : mem) (b : [n] @ b_mem -> R(n)) = g(a_mem, a, k)
  let (r_mem : mem) = alloc n
  let (r : [n] @ r_mem -> R(n)) = kernel i <= n do a[i] + b[i]
  in (r_mem, r)
