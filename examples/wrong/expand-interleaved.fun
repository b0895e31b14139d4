-- before: ../before/pairsof.fun
-- Memory expansion, interleaved, as the paper prints it (§5): se′ + x + {(x₁ : s₁·y) …} for thread x of y,
-- here with x from 0. The offset se′ is not multiplied by y, so that b of thread i, with se′ = 2, lies over a
-- of thread i + 2.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n][2] @ r_mem -> R(n, 2)) =
  let (r_mem : mem) = alloc (n * 2)
  let (t_mem : mem) = alloc (n * 4)
  let (r : [n][2] @ r_mem -> R(n, 2)) = kernel i <= n do
    let (p : int) = x[i]
    let (q : int) = x[i] + 1
    let (s : int) = x[i] * x[i]
    let (a : [2] @ t_mem -> i - 1 + {(2 : n)}) = [p, q]
    let (b : [2] @ t_mem -> 2 + i - 1 + {(2 : n)}) = [s, 7]
    let (v_mem : mem) = alloc 2
    let (v : [2] @ v_mem -> R(2)) = kernel j <= 2 do 10 * a[j] + b[j]
    in (v)
  in (r_mem, r)
