-- before: ../before/counted.fun
-- The count is read before the update.

def f [n] (x_mem : mem) (*x : [n] @ x_mem -> R(n)) (k : int) : int =
  let (m : int) = min(max(x[1], 0), n)
  let (y : [n] @ x_mem -> R(n)) = x with [1] = k
  let (s : [m] @ x_mem -> R(m)) = y[1:m]
  let (r : int) = reduce (\(a : int) (e : int) ->
    let (t : int) = a + e
    in (t)) 0 s
  in (r)
