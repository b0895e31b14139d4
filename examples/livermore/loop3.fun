-- Livermore loop 3: an inner product.
--
-- McMahon, "The Livermore Fortran kernels" (1986); in Vießmann et al., "Extended
-- memory reuse" (IFL 2018) with vectors of 100001. Here 1001, as in McMahon. The
-- driver sums the inner products of x, y with the round's number added, 10^6
-- times; here 4.
--
-- The independent computation is reference/loop3.py: the sum in closed form,
-- n (n + 1) (2 n + 1) / 6.
--
-- > dot([1.0, 2.0, 3.0], [0.5, 0.25, 0.125])
-- 1.375
-- > dot(empty([0]f64), empty([0]f64))
-- 0.0
-- > repeated(4, x, x)
-- 1339342014.0

def dot [n] (x : [n]f64) (z : [n]f64) : f64 = reduce (\sum a b -> sum + a * b) 0.0 x z

def repeated [n] (rounds : int) (x : [n]f64) (z : [n]f64) : f64 =
  loop (sum = 0.0) for k <= rounds do sum + (f64(k) + dot(x, z))

let x = kernel k <= 1001 do f64(k)
dot(x, x)
repeated(4, x, x)

-- bench: let x = kernel k <= 500000 do f64(k % 7) / 3.0 in
--   let z = kernel k <= 500000 do f64(k % 5) / 7.0 in
--   dot(x, z)
