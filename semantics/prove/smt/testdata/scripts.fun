-- two kernels in each other, then a row that is overwritten
def rows (n : int) (m : int) : (r_mem : mem, [n][m] @ r_mem -> R(n, m)) =
  let (r_mem : mem) = alloc (n * m)
  let (r : [n][m] @ r_mem -> R(n, m)) = kernel i <= n do
    let (s : [m] @ r_mem -> (i - 1) * m + {(m : 1)}) = kernel j <= m do i * j
    in (s)
  in (r_mem, r)
---
-- blocks of 4: a quotient and a remainder
def blocks (n : int) : (r_mem : mem, [4 * n] @ r_mem -> R(4 * n)) =
  let (x_mem : mem) = alloc (4 * n)
  let (x : [4 * n] @ x_mem -> R(4 * n)) = iota (4 * n)
  let (r_mem : mem) = alloc (4 * n)
  let (r : [4 * n] @ r_mem -> R(4 * n)) = kernel i <= 4 * n do x[4 * ((i - 1) / 4) + (i - 1) % 4 + 1]
  in (r_mem, r)
---
-- what only the second prover shows
def squares (n : int) (m : int) : (b_mem : mem, [2 * n * m] @ b_mem -> R(2 * n * m)) =
  let (b_mem : mem) = alloc (n * n + m * m)
  let (b : [2 * n * m] @ b_mem -> R(2 * n * m)) = kernel i <= 2 * n * m do i
  in (b_mem, b)
