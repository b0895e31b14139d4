-- before: ../before/place.fun
-- Array short-circuiting, condition 1 (last use): the sum of d comes first, so that the update is the last
-- use of d.

def f [n][m]
    (a_mem : mem)
    (a : [n] @ a_mem -> R(n))
    (b_mem : mem)
    (b : [m] @ b_mem -> R(m))
    (k : int) :
    (r_mem : mem,
     [n] @ r_mem -> R(n),
     int) =
  let (r_mem : mem) = alloc n
  let (c : [n] @ r_mem -> R(n)) = kernel i <= n do a[i] + 1
  let (d : [m] @ r_mem -> k - 1 + {(m : 1)}) = kernel i <= m do 2 * b[i]
  let (s : int) = reduce (\(u : int) (e : int) ->
    let (t : int) = u + e
    in (t)) 0 d
  let (r : [n] @ r_mem -> R(n)) = c with [k:m] = d
  let (z : [n] @ r_mem -> R(n)) = r with [1] = 0
  in (r_mem, z, s)
