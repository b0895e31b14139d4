-- A block of each iteration.
def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (r_mem : mem) = alloc n
  let (r : [n] @ r_mem -> R(n)) = kernel i <= n do
    let (a_mem : mem) = alloc n
    let (a : [n] @ a_mem -> R(n)) = kernel j <= n do x[j] + i
    let (b : int) = a[n + 1 - i]
    in (b)
  in (r_mem, r)
