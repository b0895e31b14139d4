-- before: ../before/scatter.fun
-- The block of a parameter that may be overwritten is used for the destination of a scatter while the
-- parameter is still needed (Futhark #2010, mended by #2014): v is read after the zeros were written over it.

def f [n]
    (v_mem : mem)
    (*v : [n] @ v_mem -> R(n))
    (at_mem : mem)
    (at : [n] @ at_mem -> R(n)) :
    (r_mem : mem,
     [n] @ r_mem -> R(n)) =
  let (zeros : [n] @ v_mem -> R(n)) = replicate(n, 0)
  let (r : [n] @ v_mem -> R(n)) = loop (d : [n] @ v_mem -> R(n) = zeros) for k <= n do
    let (p : int) = (at[k] - 1) % n + 1
    let (e : int) = v[k]
    let (u : [n] @ v_mem -> R(n)) = d with [p] = e
    in (u)
  in (v_mem, r)
