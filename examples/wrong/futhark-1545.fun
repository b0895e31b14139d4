-- before: ../before/rounds.fun
-- Memory block merging (Futhark #1545). The loop returns a block that nobody knows before it runs: it is
-- b_mem when there is no round. The alias was missed, so that b_mem counts as dead after the loop, and ys is
-- merged into it. With rounds = 0, z reads ys.

def f [n][m]
    (x_mem : mem)
    (x : [n][m] @ x_mem -> R(n, m))
    (rounds : int) :
    (res_mem : mem,
     [n][m] @ res_mem -> R(n, m)) =
  let (res_mem : mem) = alloc (n * m)
  let (res : [n][m] @ res_mem -> R(n, m)) = kernel i <= n do
    let (b_mem : mem) = alloc m
    let (b : [m] @ b_mem -> R(m)) = kernel j <= m do x[i, j] + 1
    let (z_mem : mem) (z : [m] @ z_mem -> R(m)) = loop
        (w_mem : mem = b_mem)
        (w : [m] @ w_mem -> R(m) = b)
        for k <= rounds do
      let (v_mem : mem) = alloc m
      let (v : [m] @ v_mem -> R(m)) = kernel j <= m do w[j] * 2
      in (v_mem, v)
    let (ys : [m] @ b_mem -> R(m)) = kernel j <= m do x[i, j] * 10
    let (r_mem : mem) = alloc m
    let (r : [m] @ r_mem -> R(m)) = kernel j <= m do z[j] + ys[j]
    in (r)
  in (res_mem, res)
