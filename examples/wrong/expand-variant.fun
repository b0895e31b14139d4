-- before: ../before/variant.fun
-- Memory expansion where the sizes differ from thread to thread (Futhark #459), with the size that the last
-- thread needs for all parts.

def f [n] (k_mem : mem) (k : [n] @ k_mem -> R(n)) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (most : int) = loop (b : int = 1) for i <= n do
    let (c : int) = max(k[i], 1)
    in (c)
  let (r_mem : mem) = alloc n
  let (t_mem : mem) = alloc (n * most)
  let (r : [n] @ r_mem -> R(n)) = kernel i <= n do
    let (m : int) = max(k[i], 1)
    let (t : [m] @ t_mem -> (i - 1) * most + {(m : 1)}) = kernel j <= m do j * m
    let (e : int) = t[m] + t[1]
    in (e)
  in (r_mem, r)
