-- The twin of examples/nas/cg.fun: `solve`; the sparse matrix is an input, its indices from 0.

def times [k][s][n] (start: [k]i64) (column: [s]i64) (value: [s]f64) (x: [n]f64) : [n]f64 =
  tabulate n (\i ->
    let first = start[i]
    in loop sum = 0.0 for t < start[i + 1] - first do sum + value[first + t] * x[column[first + t]])

def dot [n] (x: [n]f64) (y: [n]f64) : f64 = f64.sum (map2 (*) x y)

-- a x + y
def axpy [n] (a: f64) (x: [n]f64) (y: [n]f64) : [n]f64 = map2 (\b c -> a * b + c) x y

-- A z = x, nearly, and the length of what is left.
def solve [k][s][n] (steps: i64) (start: [k]i64) (column: [s]i64) (value: [s]f64) (x: [n]f64) : ([n]f64, f64) =
  let (z, _, _, _) =
    loop (z, r, p, rho) = (replicate n 0.0, x, x, dot x x) for _t < steps do
      let q = times start column value p
      let alpha = rho / dot p q
      let r = axpy (-alpha) q r
      let next = dot r r
      in (axpy alpha p z, r, axpy (next / rho) p r, next)
  let rest = map2 (-) x (times start column value z)
  in (z, f64.sqrt (dot rest rest))

-- The random numbers of NAS: x becomes 5^13 x mod 2^46, which wrapping at 2^64 does not change.
def next (x: i64) : i64 = x * 5 ** 13 & (1 << 46) - 1

def real (x: i64) : f64 = f64.i64 x / 2.0 ** 46.0

-- The places and values of the elements of a vector: that many random ones, at
-- places that differ, and 1/2 at place i; and the state of the random numbers.
def generating (n: i64) (nonzero: i64) (i: i64) (state: i64) =
  let size = loop p = 1 while p < n do 2 * p
  let (places, values, state, _) =
    loop (places, values, state, found) = (replicate (nonzero + 1) i, replicate (nonzero + 1) 0.0, state, 0)
    while found < nonzero do
      let element = next state
      let state = next element
      let place = state * size >> 46
      let new = place < n && all (!= place) places[:found]
      in (places with [found] = place, values with [found] = real element, state, found + i64.bool new)
  let own = loop own = nonzero for k < nonzero do if places[k] == i then k else own
  in (places with [nonzero] = i, values with [own] = 0.5, state)

-- The sum of w v v^T over all generating vectors v, with weights w from 1 down to 0.1.
def matrix (n: i64) (nonzero: i64) (shift: f64) : [n][n]f64 =
  let (a, _) =
    loop (a, state) = (replicate n (replicate n 0.0), next 314159265) for i < n do
      let (places, values, state) = generating n nonzero i state
      let w = 0.1 ** (f64.i64 i / f64.i64 n)
      let a =
        loop a for p < nonzero + 1 do
          loop a for q < nonzero + 1 do
            a with [places[p], places[q]] = a[places[p], places[q]] + w * values[p] * values[q]
      in (a, state)
  in loop a for i < n do a with [i, i] = a[i, i] + 0.1 - shift

-- Rows one after the other: row i has the elements start[i] to start[i + 1] - 1.
def sparse [n][m] (a: [n][m]f64) : ([]i64, []i64, []f64) =
  let counts = map (\row -> i64.sum (map (\x -> i64.bool (x != 0.0)) row)) a
  let (column, value) = unzip (filter (\(_, x) -> x != 0.0) (flatten (map (zip (iota m)) a)))
  in ([0] ++ scan (+) 0 counts, column, value)

entry inputs : ([]i64, []i64, []f64, []f64) =
  let (start, column, value) = sparse (matrix 400 7 10.0)
  in (start, column, value, replicate 400 1.0)

entry main [k][s][n] (start: [k]i64) (column: [s]i64) (value: [s]f64) (x: [n]f64) : [n]f64 =
  (solve 25 start column value x).0
