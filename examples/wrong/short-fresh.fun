-- before: ../before/middle.fun
-- Array short-circuiting, condition 4: what is put into the destination is a fresh array. Here t is a part of
-- y, and where t goes all of y was put, so that y[1] overwrites d[1].

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (d_mem : mem, [n] @ d_mem -> R(n), int) =
  let (d_mem : mem) = alloc n
  let (d : [n] @ d_mem -> R(n)) = kernel i <= n do 100 + i
  let (m : int) = n - 1
  let (y : [n] @ d_mem -> R(n)) = kernel i <= n do x[i] * 2
  let (t : [m] @ d_mem -> 1 + {(m : 1)}) = y[2:m]
  let (r : [n] @ d_mem -> R(n)) = d with [2:m] = t
  let (e : int) = y[1]
  in (d_mem, r, e)
