def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) (y_mem : mem) (y : [n] @ y_mem -> R(n)) (k : int) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (s_mem : mem) = alloc n
  let (s : [n] @ s_mem -> R(n)) = kernel i <= n do x[i] + y[i]
  let (r_mem : mem) = alloc n
  let (t : [n] @ r_mem -> R(n)) = kernel i <= n do s[n + 1 - i] * k
  let (r : [n] @ r_mem -> R(n)) = kernel i <= n do
    let a = t[i] - x[i]
    let b = if a < 0 then 0 - a else a
    in b + k
  in (r_mem, r)
