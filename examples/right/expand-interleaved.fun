-- before: ../before/pairsof.fun
-- Memory expansion, interleaved: se′·y + (x − 1) + {(x₁ : s₁·y) …}.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n][2] @ r_mem -> R(n, 2)) =
  let (r_mem : mem) = alloc (n * 2)
  let (t_mem : mem) = alloc (n * 4)
  let (r : [n][2] @ r_mem -> R(n, 2)) = kernel i <= n do
    let (p : int) = x[i]
    let (q : int) = x[i] + 1
    let (s : int) = x[i] * x[i]
    let (a : [2] @ t_mem -> i - 1 + {(2 : n)}) = [p, q]
    let (b : [2] @ t_mem -> 2 * n + i - 1 + {(2 : n)}) = [s, 7]
    let (v_mem : mem) = alloc 2
    let (v : [2] @ v_mem -> R(2)) = kernel j <= 2 do 10 * a[j] + b[j]
    in (v)
  in (r_mem, r)
