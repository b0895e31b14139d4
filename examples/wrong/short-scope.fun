-- before: ../before/jumps.fun
-- Array short-circuiting, condition 5: the LMAD of the destination can be expressed where c is made. The
-- place q is not yet known there, and p, the one of the round before, took its place.

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
    let (c : [1] @ r_mem -> p - 1 + {(1 : 1)}) = [e]
    let (q : int) = (p + d[p]) % n + 1
    let (u : [n] @ r_mem -> R(n)) = d with [q:1] = c
    in (u, q)
  in (r_mem, r)
