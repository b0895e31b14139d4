-- The twin of examples/nas/mg.fun: `cycle`, the grids of all sizes one after the other in one array.

-- The weighted sum of the 27 elements around a point: the weights are for offsets
-- in none, one, two and three dimensions. The grid goes on beyond its border at
-- the other side.
def point [n] (weight: [4]f64) (u: [n][n][n]f64) (i: i64) (j: i64) (k: i64) : f64 =
  loop sum = 0.0 for t < 27 do
    let di = t / 9 - 1
    let dj = t / 3 % 3 - 1
    let dk = t % 3 - 1
    in sum + weight[i64.abs di + i64.abs dj + i64.abs dk] * u[(i + di) % n, (j + dj) % n, (k + dk) % n]

def laplace : [4]f64 = [-8.0 / 3.0, 0.0, 1.0 / 6.0, 1.0 / 12.0]
def restricting : [4]f64 = [0.5, 0.25, 0.125, 0.0625]
def extending : [4]f64 = [1.0, 0.5, 0.25, 0.125]
def smoothing : [4]f64 = [-3.0 / 8.0, 1.0 / 32.0, -1.0 / 64.0, 0.0]

def everywhere [n] (weight: [4]f64) (u: [n][n][n]f64) : *[n][n][n]f64 =
  tabulate_3d n n n (\i j k -> point weight u i j k)

-- v - A u
def rest [n] (v: [n][n][n]f64) (u: [n][n][n]f64) : [n][n][n]f64 =
  tabulate_3d n n n (\i j k -> v[i, j, k] - point laplace u i j k)

-- z + S r
def smooth [n] (z: [n][n][n]f64) (r: [n][n][n]f64) : *[n][n][n]f64 =
  tabulate_3d n n n (\i j k -> z[i, j, k] + point smoothing r i j k)

-- How many elements the grids have that are smaller than that.
def offset (side: i64) : i64 =
  (loop (sum, s) = (0, 2) while s < side do (sum + s ** 3, 2 * s)).0

-- The grid of side s of all grids.
def grid (rs: []f64) (s: i64) : [s][s][s]f64 =
  unflatten_3d (rs[offset s:offset (2 * s)] :> [s * s * s]f64)

-- A V-cycle: roughly the u with A u = r.
def cycle [n] (r: [n][n][n]f64) : [n][n][n]f64 =
  let side = loop side = 2 while side < n do 2 * side
  let rs = assert (side == n) (replicate (offset (2 * n)) 0.0)
  let rs = rs with [offset n:offset (2 * n)] = flatten_3d r
  let (rs, _) =
    loop (rs, s) = (rs, n) while s > 2 do
      let fine = grid rs s
      let h = s / 2
      let coarse = tabulate_3d h h h (\i j k -> point restricting fine (2 * i + 1) (2 * j + 1) (2 * k + 1))
      in (rs with [offset h:offset s] = flatten_3d coarse, h)
  let (z, _) =
    loop (z, h) = (everywhere smoothing (grid rs 2), 2) while h < n do
      let s = 2 * h
      let apart =
        tabulate_3d s s s (\i j k ->
          if i % 2 + j % 2 + k % 2 == 3 then z[i / 2, j / 2, k / 2] else 0.0)
      let z = everywhere extending apart
      in (smooth z (rest (grid rs s) z), s)
  in z :> [n][n][n]f64

entry inputs : [][][]f64 =
  tabulate_3d 32 32 32 (\i j k ->
    let at = i * 1024 + j * 32 + k + 1
    in f64.i64 (at * at % 1009 % 17 - 8) / 8.0)

entry main [n] (r: [n][n][n]f64) : [n][n][n]f64 = cycle r
