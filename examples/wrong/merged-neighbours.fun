-- before: ../before/chain.fun
-- Memory block merging of a with b, whose live ranges meet in the kernel that makes b from a: it reads and
-- writes the block at different places.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (a_mem : mem) = alloc n
  let (b_mem : mem) = alloc n
  let (a : [n] @ a_mem -> R(n)) = kernel i <= n do x[i] + 1
  let (b : [n] @ a_mem -> R(n)) = kernel i <= n do a[n + 1 - i] * 2
  let (c : [n] @ b_mem -> R(n)) = kernel i <= n do b[n + 1 - i] + i
  in (b_mem, c)
