-- before: ../before/jacobi.fun
-- An update in place in a loop from left to right: round k reads what round k − 1 wrote.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (a_mem : mem) = alloc n
  let (a : [n] @ a_mem -> R(n)) = kernel i <= n do x[i] + 1
  let (r : [n] @ a_mem -> R(n)) = loop (d : [n] @ a_mem -> R(n) = a) for k <= n do
    let (p : int) = max(k - 1, 1)
    let (e : int) = a[k] + a[p]
    let (u : [n] @ a_mem -> R(n)) = d with [k] = e
    in (u)
  in (a_mem, r)
