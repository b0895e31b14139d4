-- The twin of examples/nas/ep.fun.

-- The random numbers of NAS: x becomes 5^13 x mod 2^46, which wrapping at 2^64 does not change.
def next (x: i64) : i64 = x * 5 ** 13 & (1 << 46) - 1

def real (x: i64) : f64 = f64.i64 x / 2.0 ** 46.0

-- The state k steps on, by squaring.
def jump (x: i64) (k: i64) : i64 =
  let mask = (1 << 46) - 1
  let (x, _, _) =
    loop (x, a, k) = (x, 5 ** 13, k) while k > 0 do
      (if k % 2 == 1 then x * a & mask else x, a * a & mask, k / 2)
  in x

-- The sums and counts of that many pairs from a state of the stream on.
def batch (state: i64) (pairs: i64) : (f64, f64, [10]i64) =
  let (_, sx, sy, counts) =
    loop (state, sx, sy, counts) = (state, 0.0, 0.0, replicate 10 0) for _k < pairs do
      let first = next state
      let second = next first
      let a = 2.0 * real first - 1.0
      let b = 2.0 * real second - 1.0
      let t = a * a + b * b
      let inside = t <= 1.0
      let f = if inside then f64.sqrt (-2.0 * f64.log t / t) else 0.0
      let x = a * f
      let y = b * f
      let square = i64.f64 (f64.max (f64.abs x) (f64.abs y))
      in (second, sx + x, sy + y, counts with [square] = counts[square] + i64.bool inside)
  in (sx, sy, counts)

def ep (batches: i64) (pairs: i64) : (f64, f64, [10]i64) =
  let (sx, sy, counts) = unzip3 (tabulate batches (\b -> batch (jump 271828183 (2 * pairs * b)) pairs))
  in (f64.sum sx, f64.sum sy, map i64.sum (transpose counts))

entry inputs : i64 = 16

entry main (batches: i64) : []f64 =
  let (sx, sy, counts) = ep batches 4096
  in [sx, sy] ++ map f64.i64 counts
