-- before: ../before/place.fun
-- Array short-circuiting, condition 1: what is put into the destination is used there for the last time. Here
-- d is used again, after z changed the destination.

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
  let (r : [n] @ r_mem -> R(n)) = c with [k:m] = d
  let (z : [n] @ r_mem -> R(n)) = r with [1] = 0
  let (s : int) = reduce (\(u : int) (e : int) ->
    let (t : int) = u + e
    in (t)) 0 d
  in (r_mem, z, s)
