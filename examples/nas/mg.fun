-- MG: Poisson's equation on a periodic cube, by V-cycles over several grids.
--
-- NAS parallel benchmarks, also in Vießmann et al., "Extended memory reuse" (IFL
-- 2018, Table 1: 128³). Here 8³ and one cycle. Class S, whose residual the NAS
-- publish as 0.5307707005734e-4, is
--
--   funmem run examples/nas/mg.fun -e 'residual(32, 4)'
--
-- There is no recursion: the right-hand sides of all grids lie one after the
-- other in one array, from side 2 up, which the way down fills in place; on the
-- way up a loop carries a solution that doubles its sides.
--
-- The independent computation is reference/mg.py: recursive, on dictionaries,
-- the four operators as sums of shifted copies of the grid.
--
-- > let one = kernel i <= 4, j <= 4, k <= 4 do f64(i == 1 && j == 1 && k == 1)
-- one : [4][4][4]f64
-- > let sums = map (\c -> point([1.0, 10.0, 100.0, 1000.0], one, c, 4, 1)) (iota 4)
-- sums : [4]f64
-- > sums
-- [10.0, 100.0, 0.0, 100.0]
-- > offset(2)
-- 0
-- > offset(8)
-- 72
-- > shape(cycle(one))
-- [4, 4, 4]
-- > residual(12, 1)
-- error: check failed: `side` is 16, and `n` is 12
-- > solve(charges(3), 1)
-- error: check failed: `side` is 4, and `n` is 3
-- > shape(cycle([[[1.0]]]))
-- error: check failed: `side` is 2, and `n` is 1
-- > charges(2)
-- error: check failed: `n >= 3` is 0, not 1
-- > let (u, size) = solve(charges(8), 1)
-- u : [8][8][8]f64
-- size : f64
-- > map (\x -> round(1e9 * x)) u[2, 1, 1:4]
-- [5549113.0, -73018392.0, 42027791.0, 6195068.0]
-- > round(1e12 * size)
-- 26454758775.0

import "random.fun"

-- The weighted sum of the 27 elements around a point: the weights are for offsets
-- in none, one, two and three dimensions. The grid goes on beyond its border at
-- the other side.
def point [n] (weight : [4]f64) (u : [n][n][n]f64) (i : int) (j : int) (k : int) : f64 =
  loop (sum = 0.0) for t <= 27 do
    let di = (t - 1) / 9 - 1
    let dj = (t - 1) / 3 % 3 - 1
    let dk = (t - 1) % 3 - 1
    in sum + weight[1 + abs(di) + abs(dj) + abs(dk)]
           * u[(i + di - 1) % n + 1, (j + dj - 1) % n + 1, (k + dk - 1) % n + 1]

let laplace = [-8.0 / 3.0, 0.0, 1.0 / 6.0, 1.0 / 12.0]
let restricting = [0.5, 0.25, 0.125, 0.0625]
let extending = [1.0, 0.5, 0.25, 0.125]
let smoothing = [-3.0 / 8.0, 1.0 / 32.0, -1.0 / 64.0, 0.0]

def everywhere [n] (weight : [4]f64) (u : [n][n][n]f64) : [n][n][n]f64 =
  kernel i <= n, j <= n, k <= n do point(weight, u, i, j, k)

-- v - A u
def rest [n] (v : [n][n][n]f64) (u : [n][n][n]f64) : [n][n][n]f64 =
  kernel i <= n, j <= n, k <= n do v[i, j, k] - point(laplace, u, i, j, k)

-- z + S r
def smooth [n] (z : [n][n][n]f64) (r : [n][n][n]f64) : [n][n][n]f64 =
  kernel i <= n, j <= n, k <= n do z[i, j, k] + point(smoothing, r, i, j, k)

-- How many elements the grids have that are smaller than that.
def offset (side : int) : int =
  let (sum, _) = loop (sum = 0, s = 2) while s < side do (sum + s ** 3, 2 * s)
  in sum

-- A V-cycle: roughly the u with A u = r. It is stuck where the side is no power of two, or below 2: each
-- grid has half the side of the one before it.
def cycle [n] (r : [n][n][n]f64) : [n][n][n]f64 =
  let side = loop (side = 2) while side < n do 2 * side
  check side = n
  let rs = replicate(offset(2 * n), 0.0) with [offset(n) + 1 : n ** 3] = reshape(n ** 3, r)
  let (rs, _) = loop (rs = rs, s = n) while s > 2 do
    let fine = reshape((s, s, s), rs[offset(s) + 1 : s ** 3])
    let h = s / 2
    let coarse = kernel i <= h, j <= h, k <= h do point(restricting, fine, 2 * i, 2 * j, 2 * k)
    in (rs with [offset(h) + 1 : h ** 3] = reshape(h ** 3, coarse), h)
  let (z, _) = loop (z = everywhere(smoothing, reshape((2, 2, 2), rs[1:8])), h = 2) while h < n do
    let s = 2 * h
    let apart = kernel i <= s, j <= s, k <= s do
      if i % 2 + j % 2 + k % 2 == 0 then z[i / 2, j / 2, k / 2] else 0.0
    let z = everywhere(extending, apart)
    in (smooth(z, rest(reshape((s, s, s), rs[offset(s) + 1 : s ** 3]), z)), s)
  in z

-- 1 at the ten largest of n³ random numbers, and -1 at the ten smallest; stuck where there are not so many.
def charges (n : int) : [n][n][n]f64 =
  check n >= 3 = 1
  let x = kernel i <= n ** 3 do real(jump(314159265, i))
  let (v, _) = loop (v = replicate(n ** 3, 0.0), x = x) for t <= 10 do
    let (large, _) =
      reduce (\at most i y -> if y > most then (i, y) else (at, most)) (1, x[1]) (iota (n ** 3)) x
    let (small, _) =
      reduce (\at least i y -> if y < least then (i, y) else (at, least)) (1, x[1]) (iota (n ** 3))
        x
    in (v with [large] = 1.0 with [small] = -1.0, x with [large] = 0.5 with [small] = 0.5)
  in reshape((n, n, n), v)

-- The solution after some cycles, and the root of the mean square of what is left.
def solve [n] (v : [n][n][n]f64) (cycles : int) : ([n][n][n]f64, f64) =
  let (u, r) = loop (u = everywhere([0.0, 0.0, 0.0, 0.0], v), r = v) for t <= cycles do
    let z = cycle(r)
    let u = kernel i <= n, j <= n, k <= n do u[i, j, k] + z[i, j, k]
    in (u, rest(v, u))
  let sum = reduce (+) 0.0 (map (\x -> x * x) reshape(n ** 3, r))
  in (u, sqrt(sum / f64(n ** 3)))

def residual (n : int) (cycles : int) : f64 =
  let (_, size) = solve(charges(n), cycles)
  in size

let (u, size) = solve(charges(8), 1)
u[2]
size

-- bench: let r = kernel i <= 32, j <= 32, k <= 32 do
--     let at = (i - 1) * 1024 + (j - 1) * 32 + k
--     in f64(at * at % 1009 % 17 - 8) / 8.0
--   in
--   cycle(r)
