-- before: ../before/powers.fun
-- Double buffering: two blocks in front of the loop, which swaps them.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (rounds : int) :
    (r_mem : mem,
     [n] @ r_mem -> R(n)) =
  let (b_mem : mem) = alloc n
  let (c_mem : mem) = alloc n
  let (c : [n] @ c_mem -> R(n)) = copy x
  let (r_mem : mem) (o_mem : mem) (r : [n] @ r_mem -> R(n)) = loop
      (a_mem : mem = c_mem)
      (y_mem : mem = b_mem)
      (a : [n] @ a_mem -> R(n) = c)
      for k <= rounds do
    let (y : [n] @ y_mem -> R(n)) = kernel i <= n do a[i] + a[n + 1 - i]
    in (y_mem, a_mem, y)
  in (r_mem, r)
