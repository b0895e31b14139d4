-- before: ../before/powers.fun
-- Double buffering where the loop hands on the block that it wrote in the place of both: from the second
-- round on it reads and writes one block.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (rounds : int) :
    (r_mem : mem,
     [n] @ r_mem -> R(n)) =
  let (b_mem : mem) = alloc n
  let (c_mem : mem) = alloc n
  let (c : [n] @ c_mem -> R(n)) = copy x
  let (r_mem : mem) (r : [n] @ r_mem -> R(n)) (o_mem : mem) = loop
      (a_mem : mem = c_mem)
      (a : [n] @ a_mem -> R(n) = c)
      (y_mem : mem = b_mem)
      for k <= rounds do
    let (y : [n] @ y_mem -> R(n)) = kernel i <= n do a[i] + a[n + 1 - i]
    in (y_mem, y, y_mem)
  in (r_mem, r)
