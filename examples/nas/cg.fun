-- CG: the smallest eigenvalue of a sparse matrix, by conjugate gradients.
--
-- NAS parallel benchmarks, also in Vießmann et al., "Extended memory reuse" (IFL
-- 2018, Table 1: 14000 to 150000). Four vectors z, r, p and q are enough for all
-- steps. Here the matrix is 12×12, with 3 + 1 random elements in
-- each generating vector, a shift of 10, 3 outer rounds and 6 inner steps. Class
-- S is
--
--   funmem run examples/nas/cg.fun -e 'smallest(1400, 7, 10.0, 15, 25)'
--
-- and has zeta = 8.5971775078648.
--
-- The independent computation is reference/cg.py: rows as dictionaries, and sums
-- that are rounded once.
--
-- > let (start, column, value) = sparse([[0.0, 2.0], [0.0, 0.0], [3.0, 4.0]])
-- start : [4]int
-- column : [3]int
-- value : [3]f64
-- > start
-- [1, 2, 2, 4]
-- > column
-- [2, 1, 2]
-- > times(start, column, value, [10.0, 1.0])
-- [2.0, 0.0, 34.0]
-- > let (start, column, value) = sparse([[0.0, 0.0]])
-- start : [2]int
-- column : [0]int
-- value : [0]f64
-- > (start, column)
-- [1, 1]
-- []
-- > let (zeta, rest) = smallest(12, 3, 10.0, 3, 6)
-- zeta : f64
-- rest : f64
-- > round(1e12 * zeta)
-- 1743438745261.0
-- > map (\x -> round(1e9 * x)) matrix(12, 3, 10.0)[1, 1:4]
-- [-9239814540.0, 125465606.0, 154776628.0, 274558416.0]

import "random.fun"

-- Rows one after the other: row i has the elements start[i] to start[i + 1] - 1.
def sparse [n][m] (a : [n][m]f64) =
  let counts = map (\row -> reduce (\sum x -> sum + (x != 0.0)) 0 row) a
  let start = [1] ++ map (\sum -> 1 + sum) (scan (+) 0 counts)
  let size = start[n + 1] - 1
  let (column, value, _) = loop
      (column = replicate(size + 1, 0), value = replicate(size + 1, 0.0), k = 1)
      for i <= n do
    loop (column = column, value = value, k = k) for j <= m do
      let new = a[i, j] != 0.0
      in (column with [k] = (if new then j else 0),
          value with [k] = (if new then a[i, j] else 0.0),
          k + new)
  in (start, column[1:size], value[1:size])

def times [k][s][n] (start : [k]int) (column : [s]int) (value : [s]f64) (x : [n]f64) =
  kernel i <= k - 1 do
    let first = start[i]
    in loop (sum = 0.0) for t <= start[i + 1] - first do
         let at = first + t - 1
         in sum + value[at] * x[column[at]]

def dot [n] (x : [n]f64) (y : [n]f64) : f64 = reduce (\sum a b -> sum + a * b) 0.0 x y

-- a x + y
def axpy [n] (a : f64) (x : [n]f64) (y : [n]f64) : [n]f64 = map (\b c -> a * b + c) x y

-- A z = x, nearly, and the length of what is left.
def solve [k][s][n]
    (steps : int)
    (start : [k]int)
    (column : [s]int)
    (value : [s]f64)
    (x : [n]f64) :
    ([n]f64,
     f64) =
  let (z, _, _, _) = loop (z = replicate(n, 0.0), r = x, p = x, rho = dot(x, x)) for t <= steps do
    let (q : [n]f64) = times(start, column, value, p)
    let alpha = rho / dot(p, q)
    let r = axpy(-alpha, q, r)
    let next = dot(r, r)
    in (axpy(alpha, p, z), r, axpy(next / rho, p, r), next)
  let (product : [n]f64) = times(start, column, value, z)
  let rest = map (-) x product
  in (z, sqrt(dot(rest, rest)))

-- The places and values of the elements of a vector: that many random ones, at
-- places that differ, and 1/2 at place i; and the state of the random numbers.
def generating (n : int) (nonzero : int) (i : int) (state : int) =
  let size = loop (p = 1) while p < n do 2 * p
  let places = replicate(nonzero + 1, i)
  let values = replicate(nonzero + 1, 0.0)
  let (places, values, state, _) = loop
      (places = places, values = values, state = state, found = 0)
      while found < nonzero do
    let element = next(state)
    let state = next(element)
    let place = state * size / 2 ** 46 + 1
    let new = place <= n && (loop (new = 1) for k <= found do new && places[k] != place)
    in (places with [found + 1] = place,
        values with [found + 1] = real(element),
        state,
        found + new)
  let own = loop (own = nonzero + 1) for k <= nonzero do if places[k] == i then k else own
  in (places, values with [own] = 0.5, state)

-- The sum of w v vᵀ over all generating vectors v, with weights w from 1 down to
-- 1/10; then 1/10 - shift on the diagonal.
def matrix (n : int) (nonzero : int) (shift : f64) : [n][n]f64 =
  let zero = kernel i <= n, j <= n do 0.0
  let (a, _) = loop (a = zero, state = next(314159265)) for i <= n do
    let (places, values, state) = generating(n, nonzero, i, state)
    let w = 0.1 ** (f64(i - 1) / f64(n))
    let a = loop (a = a) for p <= nonzero + 1 do
      loop (a = a) for q <= nonzero + 1 do
        a with [places[p], places[q]] = a[places[p], places[q]] + w * values[p] * values[q]
    in (a, state)
  in loop (a = a) for i <= n do a with [i, i] = a[i, i] + 0.1 - shift

-- zeta, and what is left in the last round.
def smallest (n : int) (nonzero : int) (shift : f64) (rounds : int) (steps : int) : (f64, f64) =
  let (start, column, value) = sparse(matrix(n, nonzero, shift))
  let (_, zeta, rest) = loop (x = replicate(n, 1.0), zeta = 0.0, rest = 0.0) for t <= rounds do
    let (z, rest) = solve(steps, start, column, value, x)
    let size = sqrt(dot(z, z))
    in (map (\a -> a / size) z, shift + 1.0 / dot(x, z), rest)
  in (zeta, rest)

matrix(12, 3, 10.0)
smallest(12, 3, 10.0, 3, 6)

-- bench: let (start, column, value) = sparse(matrix(400, 7, 10.0)) in
--   let x = replicate(400, 1.0) in
--   (let (z, rest) = solve(25, start, column, value, x) in z)
