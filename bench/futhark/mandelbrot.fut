-- The twin of bench/fun/mandelbrot.fun.

def mandelbrot (n: i64) (limit: i64) : [n][n]i64 =
  tabulate_2d n n (\i j ->
    let cx = 3.0 * f64.i64 j / f64.i64 n - 2.0
    let cy = 2.5 * f64.i64 i / f64.i64 n - 1.25
    let (_, _, k) =
      loop (x, y, k) = (0.0, 0.0, 0) while k < limit && x * x + y * y <= 4.0 do
        (x * x - y * y + cx, 2.0 * x * y + cy, k + 1)
    in k)

entry inputs : i64 = 200

entry main (n: i64) : [n][n]i64 = mandelbrot n 100
