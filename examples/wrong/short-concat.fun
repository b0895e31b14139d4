-- before: ../before/joined.fun
-- Array short-circuiting into a concatenation: the second operand lies after as many elements as it has
-- itself, and not as many as the first one has.

def f [n][m]
    (a_mem : mem)
    (a : [n] @ a_mem -> R(n))
    (b_mem : mem)
    (b : [m] @ b_mem -> R(m)) :
    (c_mem : mem,
     [n + m] @ c_mem -> R(n + m)) =
  let (c_mem : mem) = alloc (n + m)
  let (x : [n] @ c_mem -> R(n)) = kernel i <= n do a[i] + 1
  let (y : [m] @ c_mem -> m + {(m : 1)}) = kernel i <= m do b[i] * 2
  let (c : [n + m] @ c_mem -> R(n + m)) = concat(x, y)
  in (c_mem, c)
