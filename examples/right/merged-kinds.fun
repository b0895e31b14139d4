-- before: ../before/kinds.fun
-- Memory block merging of reals with reals, at their last use.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n)) :
    (r_mem : mem,
     [n] @ r_mem -> R(n),
     c_mem : mem,
     [n]f64 @ c_mem -> R(n)) =
  let (a_mem : mem) = alloc n
  let (a : [n] @ a_mem -> R(n)) = kernel i <= n do x[i] + 1
  let (b_mem : mem) = alloc n
  let (b : [n]f64 @ b_mem -> R(n)) = kernel i <= n do f64(a[i]) / 2.0
  let (c : [n]f64 @ b_mem -> R(n)) = kernel i <= n do b[i] + 1.0
  let (r_mem : mem) = alloc n
  let (r : [n] @ r_mem -> R(n)) = kernel i <= n do a[i] * 3
  in (r_mem, r, b_mem, c)
