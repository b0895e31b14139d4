-- before: ../before/perthread.fun
-- Array short-circuiting of the copies of the threads into the parameter, which may be overwritten (Futhark,
-- found in #1981): all threads share one block.

def f [n][m]
    (acc_mem : mem)
    (*acc : [m] @ acc_mem -> R(m))
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n)) :
    (r_mem : mem,
     [n] @ r_mem -> R(n)) =
  let (r_mem : mem) = alloc n
  let (r : [n] @ r_mem -> R(n)) = kernel i <= n do
    let (c : [m] @ acc_mem -> R(m)) = copy acc
    let (mine : [m] @ acc_mem -> R(m)) = loop (d : [m] @ acc_mem -> R(m) = c) for j <= m do
      let (e : int) = d[j] + x[i]
      let (u : [m] @ acc_mem -> R(m)) = d with [j] = e
      in (u)
    let (s : int) = reduce (\(a : int) (e : int) ->
      let (t : int) = a + e
      in (t)) 0 mine
    in (s)
  in (r_mem, r)
