-- Livermore loop 7: an equation of state.
--
-- McMahon, "The Livermore Fortran kernels" (1986); in Vießmann et al., "Extended
-- memory reuse" (IFL 2018) with 100001×64; its driver feeds the result back as
-- y, as here, 3 times. Here 16 elements. Only one element of y goes into
-- one of the result, so that the rounds could write over it.
--
-- The independent computation is reference/loop7.py, in exact fractions.
--
-- > state(0.5, 2.0, [1.0], [2.0], [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 4.0])
-- [18.25]
-- > let after = loop (y = y) for k <= 3 do state(0.99999, 0.75, y, z, u)
-- after : [16]f64
-- > map (\x -> round(1000.0 * x)) after[1:5]
-- [33155.0, 45967.0, 28968.0, 43561.0, 28343.0]

def state [n][m] (r : f64) (t : f64) (y : [n]f64) (z : [n]f64) (u : [m]f64) : [n]f64 =
  kernel k <= n do
    u[k] + r * (z[k] + r * y[k])
      + t * (u[k + 3] + r * (u[k + 2] + r * u[k + 1])
               + t * (u[k + 6] + r * (u[k + 5] + r * u[k + 4])))

let y = kernel k <= 16 do f64(k)
let z = kernel k <= 16 do f64(3 * k % 7)
let u = kernel k <= 22 do f64(k * k % 9) / 2.0
loop (y = y) for k <= 3 do state(0.99999, 0.75, y, z, u)

-- bench: let y = kernel k <= 200000 do f64(k % 7) in
--   let z = kernel k <= 200000 do f64(k % 5) in
--   let u = kernel k <= 200006 do f64(k % 11) in
--   (loop (y = y) for k <= 3 do state(0.99999, 0.75, y, z, u))
