-- before: ../before/powers.fun
-- Double buffering with the block of the argument for the first buffer: the second round overwrites it, and
-- its caller may need it.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (rounds : int) :
    (r_mem : mem,
     [n] @ r_mem -> R(n)) =
  let (b_mem : mem) = alloc n
  let (r_mem : mem) (r : [n] @ r_mem -> R(n)) (o_mem : mem) = loop
      (a_mem : mem = x_mem)
      (a : [n] @ a_mem -> R(n) = x)
      (y_mem : mem = b_mem)
      for k <= rounds do
    let (y : [n] @ y_mem -> R(n)) = kernel i <= n do a[i] + a[n + 1 - i]
    in (y_mem, y, a_mem)
  in (r_mem, r)
