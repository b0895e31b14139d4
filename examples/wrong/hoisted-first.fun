-- before: ../before/lists.fun
-- An allocation hoisted out of a loop, to the block of what the loop starts with: the first round overwrites
-- that, and it is a result.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (rounds : int) :
    (a_mem : mem,
     [n] @ a_mem -> R(n),
     b_mem : mem,
     [n] @ b_mem -> R(n)) =
  let (a_mem : mem) = alloc n
  let (a : [n] @ a_mem -> R(n)) = kernel i <= n do x[i] + 1
  let (b : [n] @ a_mem -> R(n)) = loop (r : [n] @ a_mem -> R(n) = a) for k <= rounds do
    let (s : [n] @ a_mem -> R(n)) = kernel i <= n do r[i] * 2
    in (s)
  in (a_mem, a, a_mem, b)
