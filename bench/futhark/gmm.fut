-- The twin of examples/fsmooth/gmm.fun.

def sumsq [n] (x: [n]f64) : f64 = f64.sum (map (\a -> a * a) x)

def logsumexp [n] (x: [n]f64) : f64 =
  let most = f64.maximum x
  in most + f64.log (f64.sum (map (\a -> f64.exp (a - most)) x))

-- The triangular matrix of q and l times x.
def triangular [d][t] (q: [d]f64) (l: [t]f64) (x: [d]f64) : [d]f64 =
  tabulate d (\i ->
    loop sum = f64.exp q[i] * x[i] for j < i do sum + l[i * (i - 1) / 2 + j] * x[j])

def objective [n][d][k][t] (x: [n][d]f64) (alpha: [k]f64) (mu: [k][d]f64) (q: [k][d]f64) (l: [k][t]f64) : f64 =
  let logs =
    map (\y ->
      logsumexp (map4 (\a m p r -> a + f64.sum p - 0.5 * sumsq (triangular p r (map2 (-) y m))) alpha mu q l)) x
  let prior = map2 (\p r -> sumsq (map f64.exp p) + sumsq r) q l
  in f64.sum logs - f64.i64 n * logsumexp alpha + 0.5 * f64.sum prior

entry inputs : ([][]f64, []f64, [][]f64, [][]f64, [][]f64) =
  (tabulate_2d 5000 3 (\i j -> f64.i64 (((i + 1) * (i + 1) + 5 * (j + 1)) % 9) / 4.0),
   map (\c -> f64.i64 (c % 3) / 2.0) (1...5),
   tabulate_2d 5 3 (\c j -> f64.i64 (((c + 1) * (c + 1) + j + 1) % 5) / 2.0),
   tabulate_2d 5 3 (\c j -> f64.i64 ((2 * (c + 1) + j + 1) % 4 - 2) / 4.0),
   tabulate_2d 5 3 (\c j -> f64.i64 ((c + 1 + 3 * (j + 1)) % 7 - 3) / 8.0))

entry main [n][d][k][t] (x: [n][d]f64) (alpha: [k]f64) (mu: [k][d]f64) (q: [k][d]f64) (l: [k][t]f64) : f64 =
  objective x alpha mu q l
