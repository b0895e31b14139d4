-- before: ../before/stencil.fun
-- Array short-circuiting into the array that is read: y is put between the outer elements of a, where its
-- neighbours read it.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (rounds : int) :
    (r_mem : mem,
     [n] @ r_mem -> R(n)) =
  let (m : int) = max(n - 2, 0)
  let (r_mem : mem) = alloc n
  let (first : [n] @ r_mem -> R(n)) = copy x
  let (r : [n] @ r_mem -> R(n)) = loop (a : [n] @ r_mem -> R(n) = first) for k <= rounds do
    let (y : [m] @ r_mem -> 1 + {(m : 1)}) = kernel i <= m do a[i] + a[i + 2]
    let (b : [n] @ r_mem -> R(n)) = a with [2:m] = y
    in (b)
  in (r_mem, r)
