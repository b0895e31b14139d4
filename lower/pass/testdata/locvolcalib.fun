-- As LocVolCalib of the benchmarks of FinPar and Futhark: a tridiagonal system for each row and each column of a
-- grid, in a loop over time, in a kernel over options.

-- The tridiagonal system with coefficients a, b, c and right side y.
def tridag [n] (a : [n]f64) (b : [n]f64) (c : [n]f64) (y : [n]f64) : [n]f64 =
  let (d, x) = loop (d = copy b, x = copy y) for k <= n - 1 do
    let beta = a[k + 1] / d[k]
    in (d with [k + 1] = b[k + 1] - beta * c[k], x with [k + 1] = x[k + 1] - beta * x[k])
  in loop (x = x) for k <= n do
    let i = n + 1 - k
    in if i == n then x with [i] = x[i] / d[i] else x with [i] = (x[i] - c[i] * x[i + 1]) / d[i]

-- One step of the implicit method of alternating directions.
def step [nx][ny] (dt : f64) (mx : [nx][ny]f64) (my : [nx][ny]f64) (r : [nx][ny]f64) : [nx][ny]f64 =
  let u = kernel j <= ny, i <= nx do
    r[i, j] / dt
      + (if i > 1 then mx[i, j] * r[i - 1, j] else 0.0)
      - 2.0 * mx[i, j] * r[i, j]
      + (if i < nx then mx[i, j] * r[i + 1, j] else 0.0)
  let v = kernel i <= nx, j <= ny do
    (if j > 1 then my[i, j] * r[i, j - 1] else 0.0)
      - 2.0 * my[i, j] * r[i, j]
      + (if j < ny then my[i, j] * r[i, j + 1] else 0.0)
  let u = kernel j <= ny, i <= nx do u[j, i] + v[i, j]
  let w = kernel j <= ny do
    let a = kernel i <= nx do 0.0 - 0.5 * mx[i, j]
    let b = kernel i <= nx do 1.0 / dt + mx[i, j]
    let c = kernel i <= nx do 0.0 - 0.5 * mx[i, j]
    in tridag(a, b, c, u[j])
  in kernel i <= nx do
    let a = kernel j <= ny do 0.0 - 0.5 * my[i, j]
    let b = kernel j <= ny do 1.0 / dt + my[i, j]
    let c = kernel j <= ny do 0.0 - 0.5 * my[i, j]
    let y = kernel j <= ny do w[j, i] / dt - 0.5 * v[i, j]
    in tridag(a, b, c, y)

def value (nx : int) (ny : int) (nt : int) (strike : f64) : f64 =
  let mx = kernel i <= nx, j <= ny do 0.5 * f64(i * i) / f64(nx + j)
  let my = kernel i <= nx, j <= ny do 0.3 * f64(j * j) / f64(ny + i)
  let r = kernel i <= nx, j <= ny do max(0.0, f64(i) - strike)
  let r = loop (r = r) for t <= nt do step(1.0 / f64(nt + t), mx, my, r)
  in r[nx / 2 + 1, ny / 2 + 1]

def locvolcalib [n] (nx : int) (ny : int) (nt : int) (strikes : [n]f64) : [n]f64 =
  kernel k <= n do value(nx, ny, nt, strikes[k])


