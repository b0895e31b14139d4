-- The twin of examples/rodinia/kmeans.fun. Groups are counted from 1, as there.

def distance [n] (x: [n]f64) (y: [n]f64) : f64 = f64.sum (map2 (\a b -> (a - b) * (a - b)) x y)

-- The first of the centres that are nearest to x.
def nearest [k][n] (centres: [k][n]f64) (x: [n]f64) : i64 =
  let closer (i, d) (j, e) = if e < d then (j, e) else (i, d)
  in (reduce closer (0, f64.inf) (zip (iota k) (map (\c -> distance c x) centres))).0 + 1

-- The means of the groups; an empty group keeps its centre.
def means [k][p][n] (centres: [k][n]f64) (x: [p][n]f64) (groups: [p]i64) : [k][n]f64 =
  let places = map (\g -> g - 1) groups
  let sums = hist (map2 (+)) (replicate n 0.0) k places x
  let counts = hist (+) 0 k places (replicate p 1)
  in map3 (\sum count centre -> if count > 0 then map (\s -> s / f64.i64 count) sum else centre) sums counts centres

def kmeans [p][n] (k: i64) (x: [p][n]f64) : ([k][n]f64, [p]i64, i64) =
  let (centres, groups, _, rounds) =
    loop (centres, groups, changed, rounds) = (x[:k] :> [k][n]f64, replicate p 0, p, 0)
    while 1000 * changed > p && rounds < 500 do
      let new = map (nearest centres) x
      let changed = i64.sum (map2 (\a b -> i64.bool (a != b)) groups new)
      in (means centres x new, new, changed, rounds + 1)
  in (centres, groups, rounds)

entry inputs : [][]f64 =
  tabulate_2d 6000 4 (\i j ->
    f64.i64 (((i + 1) * (i + 1) * (j + 1) + 7 * (i + 1) + (j + 1) * (j + 1)) % 101) / 10.0)

entry main [p][n] (x: [p][n]f64) : [p]i64 = (kmeans 5 x).1
