-- before: ../before/offsetscan.fun
-- A scan in two stages whose initial value is not neutral (Futhark #2346): each half starts with it. That is
-- wrong whatever the memory.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (h : int) = n / 2
  let (total : int) = loop (t : int = 50) for i <= h do
    let (e : int) = t + x[i]
    in (e)
  let (r_mem : mem) = alloc n
  let (r : [n] @ r_mem -> R(n)) = kernel i <= n do
    let (c : int) = i > h
    let (from : int) = if c then h else 0
    let (start : int) =
      if c
      then let (b : int) = total + 50
           in (b)
      else 50
    let (m : int) = i - from
    let (s : int) = loop (t : int = start) for j <= m do
      let (e : int) = t + x[from + j]
      in (e)
    in (s)
  in (r_mem, r)
