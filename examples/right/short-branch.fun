-- before: ../before/chosen.fun
-- Array short-circuiting through an if. The branch that reads the destination writes to a block of its own,
-- and copies.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (c : int) :
    (d_mem : mem,
     [n + 1] @ d_mem -> R(n + 1)) =
  let (d_mem : mem) = alloc (n + 1)
  let (d : [n + 1] @ d_mem -> R(n + 1)) = kernel i <= n + 1 do i
  let (t : int) = c > 0
  let (y : [n] @ d_mem -> 1 + {(n : 1)}) =
    if t
    then let (a : [n] @ d_mem -> 1 + {(n : 1)}) = kernel i <= n do x[i] + 1
         in (a)
    else let (b_mem : mem) = alloc n
         let (b : [n] @ b_mem -> R(n)) = kernel i <= n do x[i] - d[i]
         let (u : [n] @ d_mem -> 1 + {(n : 1)}) = copy b
         in (u)
  let (r : [n + 1] @ d_mem -> R(n + 1)) = d with [2:n] = y
  in (d_mem, r)
