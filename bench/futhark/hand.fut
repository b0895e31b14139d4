-- The twin of examples/fsmooth/hand.fun: `skinned`; the bones' frames are an input.

def product [n][m][p] (a: [n][m]f64) (b: [m][p]f64) : *[n][p]f64 =
  map (\row -> map (\column -> f64.sum (map2 (*) row column)) (transpose b)) a

def skinned [b][n] (frames: [b][4][4]f64) (inverses: [b][4][4]f64) (positions: [4][n]f64) (weights: [b][n]f64) : [3][n]f64 =
  loop sum = replicate 3 (replicate n 0.0) for k < b do
    let moved = product (product frames[k] inverses[k]) positions
    in tabulate_2d 3 n (\i j -> sum[i, j] + moved[i, j] * weights[k, j])

def number (k: i64) : f64 = f64.i64 (k % 13 - 6) / 8.0

def affine (k: i64) : [4][4]f64 =
  tabulate_2d 4 4 (\i j ->
    if i < 3 then number (k + 3 * (i + 1) + (j + 1) * (j + 1)) else f64.bool (j == 3))

-- A frame that is turned around x, then y, then z, by angles 1, 3 and 2.
def turned (angle: [3]f64) : [4][4]f64 =
  let (cx, sx) = (f64.cos angle[0], f64.sin angle[0])
  let (cz, sz) = (f64.cos angle[1], f64.sin angle[1])
  let (cy, sy) = (f64.cos angle[2], f64.sin angle[2])
  let rx = [[1.0, 0.0, 0.0, 0.0], [0.0, cx, -sx, 0.0], [0.0, sx, cx, 0.0], [0.0, 0.0, 0.0, 1.0]]
  let ry = [[cy, 0.0, sy, 0.0], [0.0, 1.0, 0.0, 0.0], [-sy, 0.0, cy, 0.0], [0.0, 0.0, 0.0, 1.0]]
  let rz = [[cz, -sz, 0.0, 0.0], [sz, cz, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
  in product rz (product ry rx)

-- The frames of all bones in that of the hand; parent 0 is the hand itself.
def absolutes [b] (parents: [b]i64) (bases: [b][4][4]f64) (angles: [b][3]f64) : [b][4][4]f64 =
  loop (all: *[b][4][4]f64) = replicate b (replicate 4 (replicate 4 0.0)) for i < b do
    let own = product bases[i] (turned angles[i])
    let absolute = if parents[i] == 0 then own else product all[parents[i] - 1] own
    in all with [i] = absolute

entry inputs : ([][][]f64, [][][]f64, [][]f64, [][]f64) =
  let parents = [0, 1, 2, 1]
  let bases = tabulate 4 (\b -> affine (5 * (b + 1)))
  let angles = tabulate_2d 4 3 (\b k -> number ((b + 1) * (b + 1) + 2 * (k + 1)))
  in (absolutes parents bases angles,
      tabulate 4 (\b -> affine (7 * (b + 1) + 1)),
      tabulate_2d 4 50000 (\i j -> if i < 3 then number (4 * (i + 1) + (j + 1) * (j + 1)) else 1.0),
      tabulate_2d 4 50000 (\b j -> f64.i64 ((b + j + 2) % 4) / 6.0))

entry main [b][n] (frames: [b][4][4]f64) (inverses: [b][4][4]f64) (positions: [4][n]f64) (weights: [b][n]f64) : [3][n]f64 =
  skinned frames inverses positions weights
