-- before: ../before/mirrored.fun
-- A block is freed after the last use of the array that was made in it, but r is a view of that array.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (c_mem : mem, [n] @ c_mem -> R(n)) =
  let (a_mem : mem) = alloc n
  let (a : [n] @ a_mem -> R(n)) = kernel i <= n do x[i] * x[i]
  let (r : [n] @ a_mem -> n - 1 + {(n : -1)}) = reverse a
  free a_mem
  let (b_mem : mem) = alloc n
  let (b : [n] @ b_mem -> R(n)) = kernel i <= n do x[i] + 1
  let (c_mem : mem) = alloc n
  let (c : [n] @ c_mem -> R(n)) = kernel i <= n do r[i] - b[i]
  free b_mem
  in (c_mem, c)
