-- before: ../before/tails.fun
-- Memory expansion, blocked, as the paper prints it (§5): the part of thread i starts at i·3, which is right
-- for threads that count from 0. The last thread writes beyond the block.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n][2] @ r_mem -> R(n, 2)) =
  let (r_mem : mem) = alloc (n * 2)
  let (t_mem : mem) = alloc (n * 3)
  let (r : [n][2] @ r_mem -> R(n, 2)) = kernel i <= n do
    let (a : int) = x[i]
    let (b : int) = x[i] + 1
    let (c : int) = x[i] * x[i]
    let (t : [3] @ t_mem -> i * 3 + {(3 : 1)}) = [a, b, c]
    let (u : [2] @ t_mem -> i * 3 + 1 + {(2 : 1)}) = t[2:2]
    let (v_mem : mem) = alloc 2
    let (v : [2] @ v_mem -> R(2)) = kernel j <= 2 do u[j] + t[1]
    in (v)
  in (r_mem, r)
