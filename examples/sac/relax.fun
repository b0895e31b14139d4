-- Relaxation: each inner element becomes the mean of its four neighbours, a
-- number of times, or until no element changes by more than eps.
--
-- Benchmarks of Vießmann et al., "Extended memory reuse" (IFL 2018, Table 1:
-- 10000×10000): `relax` with a kernel over the inner elements, and in the style
-- of APL, with whole arrays that are rotated; and until convergence. Here 8×8,
-- with 500 in the first row. Two buffers are enough for any number of steps.
--
-- The independent computation is reference/relax.py, in exact fractions; until
-- convergence in plain loops.
--
-- > relax(1, [[4.0, 8.0, 4.0], [2.0, 0.0, 6.0], [1.0, 0.0, 1.0]])
-- [[4.0, 8.0, 4.0], [2.0, 4.0, 6.0], [1.0, 0.0, 1.0]]
-- > relaxAPL(2, start(5)) == relax(2, start(5))
-- 1
-- > let (x, steps) = relaxed(0.5, start(3))
-- x : [3][3]f64
-- steps : int
-- > steps
-- 2
-- > map round relax(10, start(8))[3]
-- [0.0, 49.0, 30.0, 15.0, 6.0, 2.0, 0.0, 0.0]
-- > relaxAPL(3, [[1.0]])
-- [[1.0]]
-- > let (x, steps) = relaxed(0.25, start(8))
-- x : [8][8]f64
-- steps : int
-- > map (\a -> round(100.0 * a)) x[4]
-- [0.0, 2007.0, 2011.0, 1452.0, 893.0, 502.0, 216.0, 0.0]

def step [n][m] (a : [n][m]f64) : [n][m]f64 =
  kernel i <= n, j <= m do
    if i == 1 || i == n || j == 1 || j == m
    then a[i, j]
    else (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]) / 4.0

def relax [n][m] (steps : int) (a : [n][m]f64) : [n][m]f64 = loop (a = a) for k <= steps do step(a)

-- Rotated by one row up and down, and one column to both sides; then the inner
-- part of the mean goes into the old array.
def stepAPL [n][m] (*a : [n][m]f64) : [n][m]f64 =
  let up = rotate(-1, a)
  let down = rotate(1, a)
  let left = map (\row -> rotate(-1, row)) a
  let right = map (\row -> rotate(1, row)) a
  let mean = kernel i <= max(n - 2, 0), j <= max(m - 2, 0) do
    (up[i + 1, j + 1] + down[i + 1, j + 1] + left[i + 1, j + 1] + right[i + 1, j + 1]) / 4.0
  in a with [2 : max(n - 2, 0), 2 : max(m - 2, 0)] = mean

def relaxAPL [n][m] (steps : int) (*a : [n][m]f64) : [n][m]f64 =
  loop (a = a) for k <= steps do stepAPL(a)

def greatestChange [n][m] (a : [n][m]f64) (b : [n][m]f64) : f64 =
  reduce (\most x y -> max(most, reduce (\m p q -> max(m, abs(p - q))) 0.0 x y)) 0.0 a b

-- The array at the end, and the number of steps.
def relaxed [n][m] (eps : f64) (a : [n][m]f64) : ([n][m]f64, int) =
  let (a, _, steps) = loop (a = a, change = eps, steps = 0) while change >= eps do
    let next = step(a)
    in (next, greatestChange(a, next), steps + 1)
  in (a, steps)

def start (n : int) = kernel i <= n, j <= n do if i == 1 && j == 2 then 500.0 else 0.0

relax(10, start(8))
relaxAPL(10, start(8))
relaxed(0.25, start(8))

-- bench: let a = kernel i <= 512, j <= 512 do f64((i * i + 3 * j) % 17) / 3.0 in
--   relax(10, a)
