-- before: ../before/called.fun
-- A call that passes one block for a parameter that is overwritten and for one that is read.

def g [n]
    (x_mem : mem)
    (*x : [n] @ x_mem -> R(n))
    (y_mem : mem)
    (y : [n] @ y_mem -> R(n)) :
    (r_mem : mem,
     [n] @ r_mem -> R(n)) =
  let (r : [n] @ x_mem -> R(n)) = loop (a : [n] @ x_mem -> R(n) = x) for k <= n do
    let (e : int) = a[k] + y[n + 1 - k]
    let (b : [n] @ x_mem -> R(n)) = a with [k] = e
    in (b)
  in (x_mem, r)

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (a_mem : mem) = alloc n
  let (a : [n] @ a_mem -> R(n)) = kernel i <= n do x[i] + 1
  let (r_mem : mem) (r : [n] @ r_mem -> R(n)) = g(a_mem, a, a_mem, a)
  in (r_mem, r)
