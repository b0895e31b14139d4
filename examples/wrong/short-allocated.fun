-- before: ../before/relay.fun
-- Array short-circuiting, condition 2: the destination is allocated before what is put there. The block of c
-- does not exist when b is made; the block of that name is the one of the round before, and a lies there.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (rounds : int) :
    (r_mem : mem,
     [n] @ r_mem -> R(n)) =
  let (first_mem : mem) = alloc n
  let (first : [n] @ first_mem -> R(n)) = copy x
  let (r_mem : mem) (r : [n] @ r_mem -> R(n)) = loop
      (c_mem : mem = first_mem)
      (a : [n] @ c_mem -> R(n) = first)
      for k <= rounds do
    let (b : [n] @ c_mem -> R(n)) = kernel i <= n do a[i] * 2
    let (d_mem : mem) = alloc n
    let (c : [n] @ d_mem -> R(n)) = kernel i <= n do a[n + 1 - i] + b[i]
    in (d_mem, c)
  in (r_mem, r)
