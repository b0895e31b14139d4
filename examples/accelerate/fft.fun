-- Fourier transforms of many rows at the same time, by Stockham's algorithm.
--
-- van den Haak et al., "Accelerating nested data parallelism: preserving
-- regularity" (Euro-Par 2020), Section 5.2, which has 32×32 transforms; Stockham's
-- is the one that its authors ran in Futhark. Here 3 rows of 16 numbers, and a
-- transform of 4×8 in two dimensions. Real and imaginary parts are two arrays.
-- Each round halves the number of pieces and needs no reordering in the end; two
-- buffers are enough, and all rows take the same rounds.
--
-- The independent computation is reference/fft.py: the sum that defines the
-- transform; `dft` is that sum in Fun.
--
-- > let (re, im) = fft([1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0])
-- re : [4]f64
-- im : [4]f64
-- > re
-- [1.0, 1.0, 1.0, 1.0]
-- > im
-- [0.0, 0.0, 0.0, 0.0]
-- > let (x, y) = (kernel i <= 32 do f64((i * i) % 11), kernel i <= 32 do f64((3 * i) % 5))
-- x : [32]f64
-- y : [32]f64
-- > let (re, im) = fft(x, y)
-- re : [32]f64
-- im : [32]f64
-- > let (re', im') = dft(x, y)
-- re' : [32]f64
-- im' : [32]f64
-- > greatest(re, re') < 1e-11 && greatest(im, im') < 1e-11
-- 1
-- > fft([1.0, 2.0, 3.0], [0.0, 0.0, 0.0])
-- error: check failed: `power.* is 4
-- > greatest([1.0, -4.0, 5.0], [1.5, -1.0, 5.0])
-- 3.0
-- > greatest([3.0], [1.0])
-- 2.0
-- > let (re2, im2) = fft2([[1.0, 2.0], [3.0, 5.0]], [[0.0, 1.0], [0.0, 0.0]])
-- re2 : [2][2]f64
-- im2 : [2][2]f64
-- > re2
-- [[11.0, -3.0], [-5.0, 1.0]]
-- > im2
-- [[1.0, -1.0], [1.0, -1.0]]

let pi = 3.141592653589793

-- Transforms of `size` numbers become half as many of twice the size; stuck where
-- the number of numbers is no power of two.
def fft [n] (re : [n]f64) (im : [n]f64) : ([n]f64, [n]f64) =
  let power = loop (power = min(n, 1)) while power < n do 2 * power
  check power = n
  let (re, im, _) = loop (re = re, im = im, size = 1) while size < n do
    let (re, im) = kernel i <= n do
      let piece = (i - 1) / (2 * size)
      let place = (i - 1) % size
      let a = piece * size + place + 1
      let b = a + n / 2
      let sign = if (i - 1) / size % 2 == 0 then 1.0 else -1.0
      let angle = -pi * f64(place) / f64(size)
      let (c, s) = (sign * cos(angle), sign * sin(angle))
      in (re[a] + c * re[b] - s * im[b], im[a] + c * im[b] + s * re[b])
    in (re, im, 2 * size)
  in (re, im)

def fftAll [r][n] (re : [r][n]f64) (im : [r][n]f64) : ([r][n]f64, [r][n]f64) = map fft re im

-- In two dimensions: rows, and then columns, which are the rows of a view.
def fft2 [n][m] (re : [n][m]f64) (im : [n][m]f64) : ([n][m]f64, [n][m]f64) =
  let (re, im) = fftAll(re, im)
  let (re, im) = fftAll(transpose re, transpose im)
  in (transpose re, transpose im)

-- The definition.
def dft [n] (re : [n]f64) (im : [n]f64) : ([n]f64, [n]f64) =
  kernel k <= n do
    loop (x = 0.0, y = 0.0) for j <= n do
      let angle = -2.0 * pi * f64((j - 1) * (k - 1) % n) / f64(n)
      let (c, s) = (cos(angle), sin(angle))
      in (x + c * re[j] - s * im[j], y + c * im[j] + s * re[j])

-- The greatest difference.
def greatest [n] (x : [n]f64) (y : [n]f64) : f64 =
  reduce (\most a b -> max(most, abs(a - b))) 0.0 x y

let re = kernel i <= 3, j <= 16 do f64((i * i + 3 * j * j) % 17)
let im = kernel i <= 3, j <= 16 do f64((5 * i + 2 * j) % 7)
fftAll(re, im)
map dft re im
fft2(reshape((4, 8), re[1:2, :]), reshape((4, 8), im[1:2, :]))

-- bench: let re = kernel i <= 32, j <= 256 do f64((i * i + 3 * j * j) % 17) in
--   let im = kernel i <= 32, j <= 256 do f64((5 * i + 2 * j) % 7) in
--   (let (x, y) = fftAll(re, im) in x)
