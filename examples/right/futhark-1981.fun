-- before: ../before/perthread.fun
-- Each thread has its copy in a block of its own.

def f [n][m]
    (acc_mem : mem)
    (*acc : [m] @ acc_mem -> R(m))
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n)) :
    (r_mem : mem,
     [n] @ r_mem -> R(n)) =
  let (r_mem : mem) = alloc n
  let (r : [n] @ r_mem -> R(n)) = kernel i <= n do
    let (c_mem : mem) = alloc m
    let (c : [m] @ c_mem -> R(m)) = copy acc
    let (mine : [m] @ c_mem -> R(m)) = loop (d : [m] @ c_mem -> R(m) = c) for j <= m do
      let (e : int) = d[j] + x[i]
      let (u : [m] @ c_mem -> R(m)) = d with [j] = e
      in (u)
    let (s : int) = reduce (\(a : int) (e : int) ->
      let (t : int) = a + e
      in (t)) 0 mine
    in (s)
  in (r_mem, r)
