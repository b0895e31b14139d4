-- before: ../before/fibonacci.fun
-- Double buffering of a loop that carries two arrays, with two blocks for three arrays that live: c is put
-- over b, which the next round needs.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (y_mem : mem)
    (y : [n] @ y_mem -> R(n))
    (rounds : int) :
    (p_mem : mem,
     [n] @ p_mem -> R(n),
     q_mem : mem,
     [n] @ q_mem -> R(n)) =
  let (one_mem : mem) = alloc n
  let (one : [n] @ one_mem -> R(n)) = copy x
  let (two_mem : mem) = alloc n
  let (two : [n] @ two_mem -> R(n)) = copy y
  let (p_mem : mem) (p : [n] @ p_mem -> R(n)) (q_mem : mem) (q : [n] @ q_mem -> R(n)) = loop
      (a_mem : mem = one_mem)
      (a : [n] @ a_mem -> R(n) = one)
      (b_mem : mem = two_mem)
      (b : [n] @ b_mem -> R(n) = two)
      for k <= rounds do
    let (c : [n] @ b_mem -> R(n)) = kernel i <= n do a[i] + b[i] + 1
    in (b_mem, b, b_mem, c)
  in (p_mem, p, q_mem, q)
