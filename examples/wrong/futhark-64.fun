-- before: ../before/previous.fun
-- An allocation hoisted out of a loop (Futhark #64): its block is in the loop's result under another name, so
-- that the array of the round before is still alive when the next round writes the block.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (rounds : int) :
    (r_mem : mem,
     [n] @ r_mem -> R(n),
     q_mem : mem,
     [n] @ q_mem -> R(n)) =
  let (c_mem : mem) = alloc n
  let (r_mem : mem) (r : [n] @ r_mem -> R(n)) (q_mem : mem) (q : [n] @ q_mem -> R(n)) = loop
      (a_mem : mem = x_mem)
      (a : [n] @ a_mem -> R(n) = x)
      (b_mem : mem = x_mem)
      (b : [n] @ b_mem -> R(n) = x)
      for k <= rounds do
    let (c : [n] @ c_mem -> R(n)) = kernel i <= n do a[i] + k
    in (c_mem, c, a_mem, a)
  in (r_mem, r, q_mem, q)
