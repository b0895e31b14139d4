-- before: ../before/evens.fun
-- Array short-circuiting, condition 3, with an overlap test that goes wrong: the elements of c go to the
-- places 1, 2, 3, … and not to 1, 3, 5, …, the strides are 1 and 2, and the gcd of the strides tells nothing.

def f [m] (x_mem : mem) (x : [m] @ x_mem -> R(m)) : (d_mem : mem, [2 * m] @ d_mem -> R(2 * m)) =
  let (d_mem : mem) = alloc (2 * m)
  let (d : [2 * m] @ d_mem -> R(2 * m)) = kernel i <= 2 * m do i * 10
  let (c : [m] @ d_mem -> 1 + {(m : 1)}) = kernel i <= m do d[2 * i - 1] + x[i]
  let (r : [2 * m] @ d_mem -> R(2 * m)) = d with [2:m:2] = c
  in (d_mem, r)
