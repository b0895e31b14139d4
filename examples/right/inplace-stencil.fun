-- before: ../before/stencil.fun
-- An update in place, of an array that nothing reads any more; y has a block of its own, in front of the
-- loop.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (rounds : int) :
    (r_mem : mem,
     [n] @ r_mem -> R(n)) =
  let (m : int) = max(n - 2, 0)
  let (r_mem : mem) = alloc n
  let (first : [n] @ r_mem -> R(n)) = copy x
  let (y_mem : mem) = alloc m
  let (r : [n] @ r_mem -> R(n)) = loop (a : [n] @ r_mem -> R(n) = first) for k <= rounds do
    let (y : [m] @ y_mem -> R(m)) = kernel i <= m do a[i] + a[i + 2]
    let (b : [n] @ r_mem -> R(n)) = a with [2:m] = y
    in (b)
  in (r_mem, r)
