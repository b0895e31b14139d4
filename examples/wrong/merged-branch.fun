-- before: ../before/sometimes.fun
-- Memory block merging that looks at one branch only: a is needed in the other one.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) (c : int) : int =
  let (a_mem : mem) = alloc n
  let (a : [n] @ a_mem -> R(n)) = kernel i <= n do x[i] * 3
  let (b : [n] @ a_mem -> R(n)) = kernel i <= n do x[i] + 1
  let (s : int) = reduce (\(u : int) (e : int) ->
    let (t : int) = u + e
    in (t)) 0 b
  let (t : int) = c > 0
  let (r : int) =
    if t
    then let (v : int) = reduce (\(u : int) (e : int) ->
           let (w : int) = u + e
           in (w)) s a
         in (v)
    else s
  in (r)
