-- Livermore loop 5: elimination in a tridiagonal system, below the diagonal.
--
-- McMahon, "The Livermore Fortran kernels" (1986); in Vießmann et al., "Extended
-- memory reuse" (IFL 2018) with vectors of 100001. Here 20. Each element needs
-- the one before: a loop that updates in place. As a scan it composes steps that
-- make a x + b of x instead, which can be done in any order.
--
-- The independent computation is reference/loop5.py, in exact fractions.
--
-- > tridiagonal([1.0, 0.0, 0.0], [0.0, 3.0, 5.0], [0.0, 0.5, 2.0])
-- [1.0, 1.0, 8.0]
-- > composed([1.0, 0.0, 0.0], [0.0, 3.0, 5.0], [0.0, 0.5, 2.0])
-- [1.0, 1.0, 8.0]

def tridiagonal [n] (*x : [n]f64) (y : [n]f64) (z : [n]f64) : [n]f64 =
  loop (x = x) for i <= n - 1 do x with [i + 1] = z[i + 1] * (y[i + 1] - x[i])

def composed [n] (x : [n]f64) (y : [n]f64) (z : [n]f64) : [n]f64 =
  let a = kernel i <= n do if i == 1 then 1.0 else -z[i]
  let b = kernel i <= n do if i == 1 then 0.0 else z[i] * y[i]
  let (a, b) = scan (\a b c d -> (c * a, c * b + d)) (1.0, 0.0) a b
  in kernel i <= n do a[i] * x[1] + b[i]

let x = kernel k <= 20 do f64(k) / 4.0
let y = kernel k <= 20 do f64(k * k % 11) / 8.0
let z = kernel k <= 20 do f64(k % 5 + 1) / 8.0
tridiagonal(x, y, z)
composed(x, y, z)

-- bench: let x = kernel k <= 200000 do f64(k % 7) in
--   let y = kernel k <= 200000 do f64(k % 5) / 8.0 in
--   let z = kernel k <= 200000 do 0.7 in
--   tridiagonal(x, y, z)
