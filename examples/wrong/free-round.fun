-- before: ../before/iterated.fun
-- Each round frees the block that it was given: in the first round that is the argument's.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (rounds : int) :
    (z_mem : mem,
     [n] @ z_mem -> R(n)) =
  let (z_mem : mem) (z : [n] @ z_mem -> R(n)) = loop
      (a_mem : mem = x_mem)
      (a : [n] @ a_mem -> R(n) = x)
      for k <= rounds do
    let (b_mem : mem) = alloc n
    let (b : [n] @ b_mem -> R(n)) = kernel i <= n do a[i] * 2 + k
    free a_mem
    in (b_mem, b)
  in (z_mem, z)
