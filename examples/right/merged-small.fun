-- before: ../before/shortlong.fun
-- Memory block merging: the block has the larger of the two sizes.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n + 2] @ r_mem -> R(n + 2)) =
  let (r_mem : mem) = alloc max(2, n + 2)
  let (p : int) = n + 1
  let (a : [2] @ r_mem -> R(2)) = [n, p]
  let (s : int) = a[1] * a[2]
  let (r : [n + 2] @ r_mem -> R(n + 2)) = kernel i <= n + 2 do
    let (e : int) =
      if i <= n
      then let (t : int) = x[i]
           in (t)
      else s
    in (e)
  in (r_mem, r)
