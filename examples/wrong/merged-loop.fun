-- before: ../before/carried.fun
-- Memory block merging in a loop: t is not used in the round after b was made, but the loop carries it to the
-- next one.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (rounds : int) :
    (a_mem : mem,
     [n] @ a_mem -> R(n),
     s_mem : mem,
     [n] @ s_mem -> R(n)) =
  let (c_mem : mem) = alloc n
  let (c : [n] @ c_mem -> R(n)) = copy x
  let (p_mem : mem) (p : [n] @ p_mem -> R(n)) (q_mem : mem) (q : [n] @ q_mem -> R(n)) = loop
      (a_mem : mem = x_mem)
      (a : [n] @ a_mem -> R(n) = x)
      (s_mem : mem = c_mem)
      (s : [n] @ s_mem -> R(n) = c)
      for k <= rounds do
    let (t_mem : mem) = alloc n
    let (t : [n] @ t_mem -> R(n)) = kernel i <= n do s[i] + a[i]
    let (b : [n] @ t_mem -> R(n)) = kernel i <= n do a[i] * 2 + k
    in (t_mem, b, t_mem, t)
  in (p_mem, p, q_mem, q)
