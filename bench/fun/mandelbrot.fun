-- After how many iterations, at most 100, a point escapes.

def escape (x : f64) (y : f64) : int =
  let (u, v, k) = loop (u = 0.0, v = 0.0, k = 0) while k < 100 && u * u + v * v <= 4.0 do
    (u * u - v * v + x, 2.0 * u * v + y, k + 1)
  in k

def mandelbrot (n : int) : [n][n]int =
  kernel i <= n, j <= n do escape(f64(j) * 3.0 / f64(n) - 2.0, f64(i) * 2.0 / f64(n) - 1.0)
