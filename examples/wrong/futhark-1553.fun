-- before: ../before/triangle.fun
-- Double buffering without the check that the size does not change in the loop (Futhark #1553): both buffers
-- have the size of the first round.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : int =
  let (first_mem : mem) = alloc 1
  let (second_mem : mem) = alloc 1
  let (first : [1] @ first_mem -> R(1)) = [1]
  let (m : int) (l_mem : mem) (o_mem : mem) (l : [m] @ l_mem -> R(m)) (sum : int) = loop
      (m : int = 1)
      (a_mem : mem = first_mem)
      (b_mem : mem = second_mem)
      (a : [m] @ a_mem -> R(m) = first)
      (s : int = 0)
      for k <= n do
    let (b : [k] @ b_mem -> R(k)) = kernel j <= k do
      let (e : int) =
        if j < k
        then let (t : int) = a[j] + x[j]
             in (t)
        else let (t : int) = x[k]
             in (t)
      in (e)
    let (p : int) = s * 2 + b[1]
    in (k, b_mem, a_mem, b, p)
  in (sum)
