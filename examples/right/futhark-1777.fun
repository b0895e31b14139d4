-- before: ../before/sums.fun
-- A scan in stages: the first stage puts what the body gives where x lies, and the second one reads it there
-- without running the body again.

def f [n] (x_mem : mem) (*x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (y : [n] @ x_mem -> R(n)) = kernel i <= n do x[i] + 1
  let (h : int) = n / 2
  let (total : int) = loop (t : int = 0) for i <= h do
    let (e : int) = t + y[i]
    in (e)
  let (r_mem : mem) = alloc n
  let (r : [n] @ r_mem -> R(n)) = kernel i <= n do
    let (c : int) = i > h
    let (from : int) = if c then h else 0
    let (start : int) = if c then total else 0
    let (m : int) = i - from
    let (s : int) = loop (t : int = start) for j <= m do
      let (e : int) = t + y[from + j]
      in (e)
    in (s)
  in (r_mem, r)
