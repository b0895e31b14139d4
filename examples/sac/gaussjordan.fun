-- Gauss-Jordan elimination: inverse and solution at the same time.
--
-- A benchmark of Vießmann et al., "Extended memory reuse" (IFL 2018, Table 1:
-- 500×500): [A|I|b] becomes [I|A⁻¹|x], without pivots, by a scaled row and then
-- an update of all other rows in each step. Here 5×5. The update is in place, row
-- by row, which the star allows: a step makes arrays as long as a row only.
--
-- The independent computation is reference/gaussjordan.py: the solution by
-- Cramer's rule and the inverse from cofactors, in exact fractions.
--
-- > eliminate([[2.0, 4.0]])
-- [[1.0, 2.0]]
-- > eliminate([[1.0, 1.0, 3.0], [2.0, 4.0, 10.0]])
-- [[1.0, 0.0, 1.0], [0.0, 1.0, 2.0]]
-- > let (inverse, x) = solve([[2.0, 0.0], [0.0, 4.0]], [3.0, 1.0])
-- inverse : [2][2]f64
-- x : [2]f64
-- > inverse
-- [[0.5, 0.0], [0.0, 0.25]]
-- > x
-- [1.5, 0.25]

def eliminate [n][m] (*a : [n][m]f64) : [n][m]f64 =
  loop (a = a) for k <= n do
    let scaled = kernel j <= m do a[k, j] / a[k, k]
    in loop (a = a with [k] = scaled) for other <= n - 1 do
         let i = (k + other - 1) % n + 1
         let row = kernel j <= m do a[i, j] - a[i, k] * scaled[j]
         in a with [i] = row

def solve [n] (a : [n][n]f64) (b : [n]f64) : ([n][n]f64, [n]f64) =
  let wide = kernel i <= n, j <= 2 * n + 1 do
    if j <= n then a[i, j] else if j == 2 * n + 1 then b[i] else f64(i == j - n)
  let done = eliminate(wide)
  in (done[:, n + 1 : n], done[:, 2 * n + 1])

let a = kernel i <= 5, j <= 5 do f64((i * i + 2 * j) % 7) / 2.0 + (if i == j then 8.0 else 0.0)
let b = kernel i <= 5 do f64(i) / 4.0
solve(a, b)

-- bench: let m = kernel i <= 100, j <= 100 do f64((i * i + 2 * j) % 7) + (if i == j then 90.0 else 0.0) in
--   let v = kernel i <= 100 do f64(i) in
--   (let (inverse, x) = solve(m, v) in copy inverse)
