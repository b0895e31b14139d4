-- Quicksort of rows: as a matrix, as the same rows in an irregular array, of rows that differ in size, and of rows of which some
-- are far longer than the others.
import "../../../examples/accelerate/quicksort.fun"

def matrix (n : int) (m : int) = kernel i <= n, j <= m do (i * j * j + 7 * j + 3 * i) % 1009
def rows (n : int) (m : int) =
  kernel i <= n do kernel j <= 37 * i % (2 * m + 1) do (i * j * j + 7 * j + 3 * i) % 1009
def skewed (n : int) (m : int) =
  kernel i <= n do kernel j <= (if i % 16 == 1 then 4 * m else m / 8) do (i * j * j + 7 * j + 3 * i) % 1009

def regular [n][m] (x : [n][m]int) = map quicksort x
def irregular [n] (x : [n][?]int) = map quicksort x

-- bench: let x = matrix(100, 200) in
--   regular(x)
-- bench: let (x : [100][?]int) = matrix(100, 200) in
--   irregular(x)
-- bench: let x = rows(100, 200) in
--   irregular(x)
-- bench: let x = skewed(100, 200) in
--   irregular(x)
