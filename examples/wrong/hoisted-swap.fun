-- before: ../before/powers.fun
-- Double buffering without the swap: the body's block was hoisted out of the loop, so that from the second
-- round on the kernel reads and writes the same block.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (rounds : int) :
    (r_mem : mem,
     [n] @ r_mem -> R(n)) =
  let (b_mem : mem) = alloc n
  let (r_mem : mem) (r : [n] @ r_mem -> R(n)) = loop
      (a_mem : mem = x_mem)
      (a : [n] @ a_mem -> R(n) = x)
      for k <= rounds do
    let (y : [n] @ b_mem -> R(n)) = kernel i <= n do a[i] + a[n + 1 - i]
    in (b_mem, y)
  in (r_mem, r)
