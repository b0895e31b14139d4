-- The number of steps until a point of the plane leaves the circle of radius 2, at most `limit`.
def mandelbrot (n : int) (limit : int) : [n][n]int =
  kernel i <= n, j <= n do
    let cx = 3.0 * f64(j - 1) / f64(n) - 2.0
    let cy = 2.5 * f64(i - 1) / f64(n) - 1.25
    let (_, _, k) = loop (x = 0.0, y = 0.0, k = 0) while k < limit && x * x + y * y <= 4.0 do
      (x * x - y * y + cx, 2.0 * x * y + cy, k + 1)
    in k

-- bench: mandelbrot(200, 100)
