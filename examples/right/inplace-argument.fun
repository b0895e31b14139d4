-- before: ../before/marked.fun
-- An update of a copy of the parameter.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) (k : int) : int =
  let (e : int) = x[k] + 1
  let (c_mem : mem) = alloc n
  let (c : [n] @ c_mem -> R(n)) = copy x
  let (y : [n] @ c_mem -> R(n)) = c with [k] = e
  let (s : int) = reduce (\(u : int) (e : int) ->
    let (t : int) = u + e
    in (t)) 0 y
  in (s)
