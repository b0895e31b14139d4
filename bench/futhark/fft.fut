-- The twin of examples/accelerate/fft.fun: Stockham's algorithm.

-- Transforms of `size` numbers become half as many of twice the size.
def fft [n] (re: [n]f64) (im: [n]f64) : ([n]f64, [n]f64) =
  let power = loop power = i64.min n 1 while power < n do 2 * power
  let (re, im, _) =
    assert (power == n)
    (loop (re, im, size) = (re, im, 1) while size < n do
       let (re, im) =
         unzip (tabulate n (\i ->
           let piece = i / (2 * size)
           let place = i % size
           let a = piece * size + place
           let b = a + n / 2
           let sign = if i / size % 2 == 0 then 1.0 else -1.0
           let angle = -f64.pi * f64.i64 place / f64.i64 size
           let (c, s) = (sign * f64.cos angle, sign * f64.sin angle)
           in (re[a] + c * re[b] - s * im[b], im[a] + c * im[b] + s * re[b])))
       in (re, im, 2 * size))
  in (re, im)

def fftAll [r][n] (re: [r][n]f64) (im: [r][n]f64) : ([r][n]f64, [r][n]f64) = unzip (map2 fft re im)

entry inputs : ([][]f64, [][]f64) =
  (tabulate_2d 32 256 (\i j -> f64.i64 (((i + 1) * (i + 1) + 3 * (j + 1) * (j + 1)) % 17)),
   tabulate_2d 32 256 (\i j -> f64.i64 ((5 * (i + 1) + 2 * (j + 1)) % 7)))

entry main [r][n] (re: [r][n]f64) (im: [r][n]f64) : [r][n]f64 = (fftAll re im).0
