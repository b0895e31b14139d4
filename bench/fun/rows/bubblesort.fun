-- Bubble sort of rows: as a matrix, as the same rows in an irregular array, of rows that differ in size, and of rows of which some
-- are far longer than the others.
import "../../../examples/accelerate/bubblesort.fun"

def matrix (n : int) (m : int) = kernel i <= n, j <= m do (i * j * j + 5 * j + 3 * i) % 17
def rows (n : int) (m : int) =
  kernel i <= n do kernel j <= 37 * i % (2 * m + 1) do (i * j * j + 5 * j + 3 * i) % 17
def skewed (n : int) (m : int) =
  kernel i <= n do kernel j <= (if i % 16 == 1 then 4 * m else m / 8) do (i * j * j + 5 * j + 3 * i) % 17

def regular [n][m] (x : [n][m]int) = map sort x
def irregular [n] (x : [n][?]int) = map sort x

-- bench: let x = matrix(200, 100) in
--   regular(x)
-- bench: let (x : [200][?]int) = matrix(200, 100) in
--   irregular(x)
-- bench: let x = rows(200, 100) in
--   irregular(x)
-- bench: let x = skewed(200, 100) in
--   irregular(x)
