-- before: ../before/inner.fun
-- An allocation hoisted out of a branch, with a size that is never negative.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : int =
  let (m : int) = max(n - 2, 0)
  let (y_mem : mem) = alloc m
  let (t : int) = n > 2
  let (r : int) =
    if t
    then let (k : int) = n - 2
         let (y : [k] @ y_mem -> R(k)) = kernel i <= k do x[i] + x[i + 1] + x[i + 2]
         let (s : int) = y[1] + y[k]
         in (s)
    else 0
  in (r)
