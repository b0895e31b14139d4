-- before: ../before/alternate.fun
-- A loop whose body returns one of its parameters in the place of the other, and the block of the first one
-- with it: from then on both lie in one block.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (rounds : int) :
    (r_mem : mem,
     [n] @ r_mem -> R(n)) =
  let (c_mem : mem) = alloc n
  let (c : [n] @ c_mem -> R(n)) = copy x
  let (d_mem : mem) = alloc n
  let (d : [n] @ d_mem -> R(n)) = copy x
  let (p_mem : mem) (p : [n] @ p_mem -> R(n)) (q_mem : mem) (q : [n] @ q_mem -> R(n)) = loop
      (a_mem : mem = c_mem)
      (a : [n] @ a_mem -> R(n) = c)
      (b_mem : mem = d_mem)
      (b : [n] @ b_mem -> R(n) = d)
      for k <= rounds do
    let (s : [n] @ a_mem -> R(n)) = copy b
    let (e : int) = b[1] + k
    let (u : [n] @ a_mem -> R(n)) = a with [1] = e
    in (a_mem, s, a_mem, u)
  let (r_mem : mem) = alloc n
  let (r : [n] @ r_mem -> R(n)) = kernel i <= n do 10 * p[i] + q[i]
  in (r_mem, r)
