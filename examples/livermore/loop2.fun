-- Livermore loop 2: incomplete Cholesky, conjugate gradient.
--
-- McMahon, "The Livermore Fortran kernels" (1986), in the form that is
-- maintained: the first element that a pass writes is the second one after what
-- it reads, and both products are subtracted; in Vießmann et al., "Extended
-- memory reuse" (IFL 2018) with vectors of 100001. Here n is 16, and x has 32
-- elements. A pass reads one part of x and writes after it: a kernel whose
-- result an update puts into the array that it reads, in place; the star says
-- that x may be overwritten.
--
-- The independent computation is reference/loop2.py: the Fortran text, goto and
-- all, in exact fractions.
--
-- > iccg(2, [4.0, 2.0, 6.0, 0.0], [0.0, 0.5, 0.25, 0.0])
-- [4.0, 2.0, 6.0, -1.5]

def iccg [m] (n : int) (*x : [m]f64) (v : [m]f64) : [m]f64 =
  let (x, _, _) = loop (x = x, size = n, last = 0) while size > 1 do
    let first = last
    let last = last + size
    let next = kernel i <= size / 2 do
      let k = first + 2 * i
      in x[k] - v[k] * x[k - 1] - v[k + 1] * x[k + 1]
    in (x with [last + 2 : size / 2] = next, size / 2, last)
  in x

let x = kernel k <= 32 do f64(k * k % 13) / 8.0
let v = kernel k <= 32 do f64(3 * k % 7) / 4.0
iccg(16, x, v)

-- bench: let x = kernel k <= 524288 do f64(k * k % 13) / 8.0 in
--   let v = kernel k <= 524288 do f64(3 * k % 7) / 12.0 in
--   iccg(262144, x, v)
