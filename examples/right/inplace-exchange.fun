-- before: ../before/exchange.fun
-- Two updates in place; both elements are read first.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (i : int)
    (j : int) :
    (a_mem : mem,
     [n] @ a_mem -> R(n)) =
  let (a_mem : mem) = alloc n
  let (a : [n] @ a_mem -> R(n)) = kernel k <= n do x[k] + 1
  let (p : int) = a[j]
  let (q : int) = a[i]
  let (b : [n] @ a_mem -> R(n)) = a with [i] = p
  let (c : [n] @ a_mem -> R(n)) = b with [j] = q
  in (a_mem, c)
