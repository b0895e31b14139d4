-- before: ../before/scatter.fun
-- The destination has a block of its own. The block of v is left alone, although it may be overwritten.

def f [n]
    (v_mem : mem)
    (*v : [n] @ v_mem -> R(n))
    (at_mem : mem)
    (at : [n] @ at_mem -> R(n)) :
    (r_mem : mem,
     [n] @ r_mem -> R(n)) =
  let (z_mem : mem) = alloc n
  let (zeros : [n] @ z_mem -> R(n)) = replicate(n, 0)
  let (r : [n] @ z_mem -> R(n)) = loop (d : [n] @ z_mem -> R(n) = zeros) for k <= n do
    let (p : int) = (at[k] - 1) % n + 1
    let (e : int) = v[k]
    let (u : [n] @ z_mem -> R(n)) = d with [p] = e
    in (u)
  in (z_mem, r)
