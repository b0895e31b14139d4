-- before: ../before/marked.fun
-- An update in place of a parameter that no star marks. The result is right, but a caller that uses its
-- argument again finds it changed.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) (k : int) : int =
  let (e : int) = x[k] + 1
  let (y : [n] @ x_mem -> R(n)) = x with [k] = e
  let (s : int) = reduce (\(u : int) (e : int) ->
    let (t : int) = u + e
    in (t)) 0 y
  in (s)
