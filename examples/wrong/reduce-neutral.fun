-- before: ../before/total.fun
-- The accumulator of a reduce lies where its neutral element does, which is needed again after it.

def f [n][m]
    (x_mem : mem)
    (x : [n][m] @ x_mem -> R(n, m))
    (y_mem : mem)
    (y : [m] @ y_mem -> R(m)) :
    (s_mem : mem,
     [m] @ s_mem -> R(m),
     int) =
  let (ne_mem : mem) = alloc m
  let (ne : [m] @ ne_mem -> R(m)) = kernel j <= m do y[j] + 1
  let (s : [m] @ ne_mem -> R(m)) = reduce (\(k : int)
      (acc : [m] @ ne_mem -> R(m))
      (row : [m] @ x_mem -> (k - 1) * m + {(m : 1)}) ->
    let (t : [m] @ ne_mem -> R(m)) = kernel j <= m do acc[j] + row[j]
    in (t)) ne x
  let (r : int) = reduce (\(u : int) (e : int) ->
    let (t : int) = u + e
    in (t)) 0 ne
  in (ne_mem, s, r)
