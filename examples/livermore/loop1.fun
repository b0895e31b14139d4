-- Livermore loop 1: a fragment of hydrodynamics.
--
-- McMahon, "The Livermore Fortran kernels" (1986); in Vießmann et al., "Extended
-- memory reuse" (IFL 2018) with vectors of 100001, repeated 10^6 times. Here 12
-- elements, 3 times: each round makes the same vector anew, for which one buffer
-- is enough.
--
-- The independent computation is reference/loop1.py, in exact fractions.
--
-- > hydro(0.5, 1.0, 0.0, [2.0], replicate(12, 3.0))
-- [6.5]
-- > hydro(1.6, 9.4, 5.8, numbers(12), numbers(23))[1:2]
-- [174.6, 378.0]
-- > repeated(3, numbers(12), numbers(23))
-- 523.8

def hydro [n][m] (q : f64) (r : f64) (t : f64) (y : [n]f64) (z : [m]f64) : [n]f64 =
  kernel k <= n do q + y[k] * (r * z[k + 10] + t * z[k + 11])

-- The sum of the first elements of that many rounds, as the driver prints it.
def repeated [n][m] (rounds : int) (y : [n]f64) (z : [m]f64) : f64 =
  let (_, sum) = loop (x = replicate(n, 0.0), sum = 0.0) for k <= rounds do
    let x = hydro(1.6, 9.4, 5.8, y, z)
    in (x, sum + x[1])
  in sum

def numbers (n : int) = kernel k <= n do f64(k)

hydro(1.6, 9.4, 5.8, numbers(12), numbers(23))
repeated(3, numbers(12), numbers(23))

-- bench: let y = numbers(1000000) in
--   let z = numbers(1000011) in
--   hydro(1.6, 9.4, 5.8, y, z)
