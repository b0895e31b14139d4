-- Fourier transforms of many rows at the same time, by the split-radix algorithm.
--
-- van den Haak et al., "Accelerating nested data parallelism: preserving
-- regularity" (Euro-Par 2020), Section 5.2. A transform of size s needs one of size
-- s/2, of the even numbers, and two of size s/4, of every fourth number from the
-- second and from the fourth. The loop goes from the small ones to the great ones: it
-- carries all transforms of one size that are still needed, and those of half that
-- size. Both arrays change their sizes in each round, in the same way for each row.
-- No type says what size the result has.
--
-- > let (re, im) = fft([1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0])
-- re : [4]f64
-- im : [4]f64
-- > re
-- [1.0, 1.0, 1.0, 1.0]
-- > let (re, im) = map fft [[1.0, 2.0], [3.0, 4.0]] [[0.0, 0.0], [0.0, 1.0]]
-- re : [2][2]f64
-- im : [2][2]f64
-- > re
-- [[3.0, -1.0], [7.0, -1.0]]
-- > im
-- [[0.0, 0.0], [1.0, -1.0]]
-- > fft([1.0, 2.0, 3.0], [0.0, 0.0, 0.0])
-- error: check failed: `power`

let pi = 3.141592653589793

-- Where the transforms of size 2 start, and those of size 1 that are needed beside them. `starts` are those of the transforms of
-- size s, and `greater` those of size 2 s.
def places (n : int) =
  let (at, greater, _) = loop (at = [0], greater = iota 0, s = n) while s > 2 do
    let (one, three) = (greater + n / (2 * s), greater + 3 * n / (2 * s))
    in (at ++ one ++ three, at, s / 2)
  in (at, greater + n / 4, greater + 3 * n / 4)

def fft [n] (re : [n]f64) (im : [n]f64) =
  let power = loop (power = 2) while power < n do 2 * power
  check power = n
  let (at, one, three) = places(n)
  let singles = one ++ three
  let half = n / 2
  -- transforms of size 2
  let ure = kernel t <= length(at), k <= 2 do
    let (a, b) = (re[at[t] + 1], re[at[t] + half + 1])
    in if k == 1 then a + b else a - b
  let uim = kernel t <= length(at), k <= 2 do
    let (a, b) = (im[at[t] + 1], im[at[t] + half + 1])
    in if k == 1 then a + b else a - b
  let zre = kernel t <= length(singles), k <= 1 do re[singles[t] + k]
  let zim = kernel t <= length(singles), k <= 1 do im[singles[t] + k]
  let (ure, uim, _, _, _) = loop (ure = ure, uim = uim, zre = zre, zim = zim, s = 4) while s <= n do
    let c = length(zre) / 2
    let q = s / 4
    let (c1, s1, c3, s3) = kernel j <= q do
      let angle = -2.0 * pi * f64(j - 1) / f64(s)
      in (cos(angle), sin(angle), cos(3.0 * angle), sin(3.0 * angle))
    let (vre, vim) = kernel t <= c do
      -- the four quarters of the transform of size s
      let (re1, im1, re2, im2, re3, im3, re4, im4) = kernel j <= q do
        let (x1, y1) = (zre[t, j], zim[t, j])
        let (x3, y3) = (zre[c + t, j], zim[c + t, j])
        let (a, b) = (c1[j] * x1 - s1[j] * y1, s1[j] * x1 + c1[j] * y1)
        let (p, r) = (c3[j] * x3 - s3[j] * y3, s3[j] * x3 + c3[j] * y3)
        let (ere, eim, ore, oim) = (ure[t, j], uim[t, j], ure[t, q + j], uim[t, q + j])
        in (ere + (a + p),
            eim + (b + r),
            ore + (b - r),
            oim - (a - p),
            ere - (a + p),
            eim - (b + r),
            ore - (b - r),
            oim + (a - p))
      in (re1 ++ re2 ++ re3 ++ re4, im1 ++ im2 ++ im3 ++ im4)
    let rest = length(ure) - c
    in (vre, vim, ure[c + 1 : rest, :], uim[c + 1 : rest, :], 2 * s)
  in (ure[1], uim[1])

let re = kernel i <= 3, j <= 16 do f64((i * i + 3 * j * j) % 17)
let im = kernel i <= 3, j <= 16 do f64((5 * i + 2 * j) % 7)
map fft re im

-- bench: let re = kernel i <= 32, j <= 256 do f64((i * i + 3 * j * j) % 17) in
--   let im = kernel i <= 32, j <= 256 do f64((5 * i + 2 * j) % 7) in
--   (let (x, y) = map fft re im in x)
