-- before: ../before/lists.fun
-- An allocation hoisted out of a loop: each round reads and writes the block at the same places, from a copy
-- on.

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
  let (b_mem : mem) = alloc n
  let (c : [n] @ b_mem -> R(n)) = copy a
  let (b : [n] @ b_mem -> R(n)) = loop (r : [n] @ b_mem -> R(n) = c) for k <= rounds do
    let (s : [n] @ b_mem -> R(n)) = kernel i <= n do r[i] * 2
    in (s)
  in (a_mem, a, b_mem, b)
