-- before: ../before/evens.fun
-- Array short-circuiting, condition 3: c reads the offsets 0, 2, 4, … and is written to 1, 3, 5, …, which the
-- gcd of the strides tells apart.

def f [m] (x_mem : mem) (x : [m] @ x_mem -> R(m)) : (d_mem : mem, [2 * m] @ d_mem -> R(2 * m)) =
  let (d_mem : mem) = alloc (2 * m)
  let (d : [2 * m] @ d_mem -> R(2 * m)) = kernel i <= 2 * m do i * 10
  let (c : [m] @ d_mem -> 1 + {(m : 2)}) = kernel i <= m do d[2 * i - 1] + x[i]
  let (r : [2 * m] @ d_mem -> R(2 * m)) = d with [2:m:2] = c
  in (d_mem, r)
