-- before: ../before/counted.fun
-- A value that was consumed is used in the computation of a size (Futhark #1837): the count is read from x
-- after the update that took its block.

def f [n] (x_mem : mem) (*x : [n] @ x_mem -> R(n)) (k : int) : int =
  let (y : [n] @ x_mem -> R(n)) = x with [1] = k
  let (m : int) = min(max(x[1], 0), n)
  let (s : [m] @ x_mem -> R(m)) = y[1:m]
  let (r : int) = reduce (\(a : int) (e : int) ->
    let (t : int) = a + e
    in (t)) 0 s
  in (r)
