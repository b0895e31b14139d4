-- EP: pairs of normally distributed numbers, and how they lie in squares.
--
-- NAS parallel benchmarks, also in Vießmann et al., "Extended memory reuse" (IFL
-- 2018, Table 1: 2²⁴). Here 16 batches of 32 pairs, each of which jumps to its place in the
-- stream; class S has 2²⁴ pairs. A pair in the unit circle gives two numbers
-- (Marsaglia's polar method). Printed are their sums, and how many pairs have
-- their larger number between k - 1 and k: no array is needed but these ten
-- counts.
--
-- The independent computation is reference/ep.py: one stream, in order, with
-- integers of 46 bits taken apart into halves, as the NAS programs do.
--
-- > let (sx, sy, counts) = batch(271828183, 0)
-- sx : f64
-- sy : f64
-- counts : [10]int
-- > counts
-- [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
-- > let (sx, sy, counts) = ep(3, 10)
-- sx : f64
-- sy : f64
-- counts : [10]int
-- > let (tx, ty, counts') = ep(1, 30)
-- tx : f64
-- ty : f64
-- counts' : [10]int
-- > counts == counts' && abs(sx - tx) < 1e-12 && abs(sy - ty) < 1e-12
-- 1
-- > let (sx, sy, counts) = ep(16, 32)
-- sx : f64
-- sy : f64
-- counts : [10]int
-- > counts
-- [198, 163, 42, 4, 0, 0, 0, 0, 0, 0]
-- > (round(1e9 * sx), round(1e9 * sy))
-- -3492604683.0
-- 11299825237.0

import "random.fun"

-- The sums and counts of that many pairs from a state of the stream on.
def batch (state : int) (pairs : int) : (f64, f64, [10]int) =
  let (_, sx, sy, counts) = loop
      (state = state, sx = 0.0, sy = 0.0, counts = replicate(10, 0))
      for k <= pairs do
    let first = next(state)
    let second = next(first)
    let a = 2.0 * real(first) - 1.0
    let b = 2.0 * real(second) - 1.0
    let t = a * a + b * b
    let inside = t <= 1.0
    let f = if inside then sqrt(-2.0 * log(t) / t) else 0.0
    let x = a * f
    let y = b * f
    let square = int(max(abs(x), abs(y))) + 1
    in (second, sx + x, sy + y, counts with [square] = counts[square] + inside)
  in (sx, sy, counts)

def ep (batches : int) (pairs : int) : (f64, f64, [10]int) =
  let (sx, sy, counts) = kernel b <= batches do batch(jump(271828183, 2 * pairs * (b - 1)), pairs)
  let total = kernel k <= 10 do reduce (+) 0 counts[:, k]
  in (reduce (+) 0.0 sx, reduce (+) 0.0 sy, total)

ep(16, 32)

-- bench: (let (sx, sy, counts) = ep(16, 4096) in [sx, sy] ++ map (\k -> f64(k)) counts)
