-- before: ../before/jumps.fun
-- Array short-circuiting, condition 5: q is computed before c is made.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (rounds : int) :
    (r_mem : mem,
     [n] @ r_mem -> R(n)) =
  let (r_mem : mem) = alloc n
  let (first : [n] @ r_mem -> R(n)) = copy x
  let (r : [n] @ r_mem -> R(n)) (last : int) = loop
      (d : [n] @ r_mem -> R(n) = first)
      (p : int = 1)
      for k <= rounds do
    let (e : int) = k * 100
    let (q : int) = (p + d[p]) % n + 1
    let (c : [1] @ r_mem -> q - 1 + {(1 : 1)}) = [e]
    let (u : [n] @ r_mem -> R(n)) = d with [q:1] = c
    in (u, q)
  in (r_mem, r)
