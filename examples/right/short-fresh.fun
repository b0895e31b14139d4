-- before: ../before/middle.fun
-- Array short-circuiting, condition 4: t is made by a copy, a fresh array, in its place.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (d_mem : mem, [n] @ d_mem -> R(n), int) =
  let (d_mem : mem) = alloc n
  let (d : [n] @ d_mem -> R(n)) = kernel i <= n do 100 + i
  let (m : int) = n - 1
  let (y_mem : mem) = alloc n
  let (y : [n] @ y_mem -> R(n)) = kernel i <= n do x[i] * 2
  let (s : [m] @ y_mem -> 1 + {(m : 1)}) = y[2:m]
  let (t : [m] @ d_mem -> 1 + {(m : 1)}) = copy s
  let (r : [n] @ d_mem -> R(n)) = d with [2:m] = t
  let (e : int) = y[1]
  in (d_mem, r, e)
