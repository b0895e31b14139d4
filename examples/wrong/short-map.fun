-- before: ../before/palindrome.fun
-- The result of a map is put where its input lies at the last use of that, back to front: thread i writes
-- what thread n + 1 - i reads.

def f [n] (x_mem : mem) (*x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (y : [n] @ x_mem -> n - 1 + {(n : -1)}) = kernel i <= n do x[i] * 3
  let (r_mem : mem) = alloc n
  let (r : [n] @ r_mem -> R(n)) = kernel i <= n do y[i] + i
  in (r_mem, r)
