-- Split-radix transforms of rows: as a matrix, as the same rows in an irregular array, of rows that differ in size, and of
-- rows of which some are far longer than the others.
import "../../../examples/accelerate/splitradix.fun"

def number (i : int) (j : int) : f64 = f64((i * i + 3 * j * j) % 17)
def matrix (n : int) (m : int) = kernel i <= n, j <= m do number(i, j)
def rows (n : int) (m : int) = kernel i <= n do kernel j <= m * (1 << (i % 3)) / 2 do number(i, j)
def skewed (n : int) (m : int) = kernel i <= n do kernel j <= (if i % 16 == 1 then 4 * m else m / 8) do number(i, j)

def regular [n][m] (x : [n][m]f64) (y : [n][m]f64) =
  let (x, _) = map fft x y
  in x
-- A row of the result is as long as that of x. That is said here, since no type of fft says it.
def transform [n] (x : [n]f64) (y : [n]f64) : [n]f64 =
  let (x, _) = fft(x, y)
  in x
def irregular [n] (x : [n][?]f64) (y : [n][?]f64) = map transform x y

-- bench: let x = matrix(32, 256) in
--   regular(x, x)
-- bench: let (x : [32][?]f64) = matrix(32, 256) in
--   irregular(x, x)
-- bench: let x = rows(32, 256) in
--   irregular(x, x)
-- bench: let x = skewed(32, 256) in
--   irregular(x, x)
