-- k-means on Fisher's irises: groups of flowers by their sizes.
--
--   funmem run examples/rodinia/kmeans.fun --in iris=examples/data/iris.npy
--
-- Rodinia's `kmeans`, also in Vießmann et al., "Extended memory reuse" (IFL 2018,
-- Table 1: 34 numbers for each point, 5 groups). Here 150×4 and 3 groups, which
-- begin with the first flowers, as Rodinia's do, until at most a thousandth of
-- the flowers change groups. Printed are the centres, the groups and the number
-- of rounds.
--
-- The independent computation is reference/kmeans.py, with a list of the
-- members of each group.
--
-- > nearest([[0.0, 0.0], [3.0, 4.0]], [3.0, 3.0])
-- 2
-- > nearest([[1.0], [3.0]], [2.0])
-- 1
-- > let (centres, groups, rounds) = kmeans(2, [[0.0], [1.0], [10.0], [11.0]])
-- centres : [2][1]f64
-- groups : [4]int
-- rounds : int
-- > centres
-- [[0.5], [10.5]]
-- > groups
-- [1, 1, 2, 2]
-- > rounds
-- 3

def distance [n] (x : [n]f64) (y : [n]f64) : f64 =
  reduce (\sum a b -> sum + (a - b) * (a - b)) 0.0 x y

-- The first of the centres that are nearest to x.
def nearest [k][n] (centres : [k][n]f64) (x : [n]f64) : int =
  let far = map (\c -> distance(c, x)) centres
  let (best, _) =
    reduce (\best least i d -> if d < least then (i, d) else (best, least)) (1, far[1]) (iota k)
      far
  in best

-- The means of the groups; an empty group keeps its centre.
def means [k][p][n] (centres : [k][n]f64) (x : [p][n]f64) (groups : [p]int) : [k][n]f64 =
  let sums = replicate(k, replicate(n, 0.0))
  let (sums, counts) = loop (sums = sums, counts = replicate(k, 0)) for i <= p do
    let g = groups[i]
    let sum = kernel f <= n do sums[g, f] + x[i, f]
    in (sums with [g] = sum, counts with [g] = counts[g] + 1)
  in kernel g <= k, f <= n do if counts[g] > 0 then sums[g, f] / f64(counts[g]) else centres[g, f]

def kmeans [p][n] (k : int) (x : [p][n]f64) =
  let (centres, groups, _, rounds) = loop
      (centres = copy x[1:k, :], groups = replicate(p, 0), changed = p, rounds = 0)
      while 1000 * changed > p && rounds < 500 do
    let new = map (\y -> nearest(centres, y)) x
    let changed = reduce (\sum a b -> sum + (a != b)) 0 groups new
    in (means(centres, x, new), new, changed, rounds + 1)
  in (centres, groups, rounds)

kmeans(3, iris)

-- bench: let x = kernel i <= 6000, j <= 4 do f64((i * i * j + 7 * i + j * j) % 101) / 10.0 in
--   (let (centres, groups, rounds) = kmeans(5, x) in groups)
