-- Livermore loop 4: banded linear equations.
--
-- McMahon, "The Livermore Fortran kernels" (1986); in Vießmann et al., "Extended
-- memory reuse" (IFL 2018) with vectors of 10001. Here 61, a band of 7 terms, as
-- the drivers have it (longer ones read past the array), and 2 rounds. Three
-- elements change, in place.
--
-- The independent computation is reference/loop4.py: the Fortran text in exact
-- fractions.
--
-- > banded([1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.5])
-- [1.0, 1.0, 1.0, 1.0, 1.0, 0.75, 0.25, -0.25, 0.0]

-- Each fifth element of y is a term of the band.
def banded [n][m] (*x : [n]f64) (y : [m]f64) : [n]f64 =
  let step = (n - 7) / 2
  in loop (x = x) for i <= 3 do
       let k = 7 + (i - 1) * step
       let rest = loop (rest = x[k - 1]) for j <= m / 5 do rest - x[k - 7 + j] * y[5 * j]
       in x with [k - 1] = y[5] * rest

let x = kernel k <= 61 do f64(k % 9) / 4.0
let y = kernel k <= 35 do f64(k % 8) / 16.0
loop (x = x) for k <= 2 do banded(x, y)

-- bench: let x = kernel k <= 1001 do f64(k % 9) / 4.0 in
--   let y = kernel k <= 35 do f64(k % 8) / 16.0 in
--   (loop (x = x) for k <= 50000 do banded(x, y))
