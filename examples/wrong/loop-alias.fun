-- before: ../before/twice.fun
-- Two parameters of a loop have the same block at the start, and both are updated in place.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (rounds : int) :
    (p_mem : mem,
     [n] @ p_mem -> R(n),
     q_mem : mem,
     [n] @ q_mem -> R(n)) =
  let (c_mem : mem) = alloc n
  let (c : [n] @ c_mem -> R(n)) = kernel i <= n do x[i] + 1
  let (p_mem : mem) (p : [n] @ p_mem -> R(n)) (q_mem : mem) (q : [n] @ q_mem -> R(n)) = loop
      (a_mem : mem = c_mem)
      (a : [n] @ a_mem -> R(n) = c)
      (b_mem : mem = c_mem)
      (b : [n] @ b_mem -> R(n) = c)
      for k <= rounds do
    let (u : [n] @ a_mem -> R(n)) = a with [k] = 0
    let (e : int) = b[k] * 2
    let (v : [n] @ b_mem -> R(n)) = b with [k] = e
    in (a_mem, u, b_mem, v)
  in (p_mem, p, q_mem, q)
