-- before: ../before/iterated.fun
-- Each round frees the block that it was given: the first one has a copy of the argument.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (rounds : int) :
    (z_mem : mem,
     [n] @ z_mem -> R(n)) =
  let (c_mem : mem) = alloc n
  let (c : [n] @ c_mem -> R(n)) = copy x
  let (z_mem : mem) (z : [n] @ z_mem -> R(n)) = loop
      (a_mem : mem = c_mem)
      (a : [n] @ a_mem -> R(n) = c)
      for k <= rounds do
    let (b_mem : mem) = alloc n
    let (b : [n] @ b_mem -> R(n)) = kernel i <= n do a[i] * 2 + k
    free a_mem
    in (b_mem, b)
  in (z_mem, z)
