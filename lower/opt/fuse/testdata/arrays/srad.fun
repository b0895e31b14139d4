-- SRAD of examples/rodinia/srad.fun as it is written with an array for each difference.
def step [n][m] (lambda : f64) (q0 : f64) (x : [n][m]f64) : [n][m]f64 =
  let north = kernel i <= n, j <= m do x[max(i - 1, 1), j] - x[i, j]
  let south = kernel i <= n, j <= m do x[min(i + 1, n), j] - x[i, j]
  let west = kernel i <= n, j <= m do x[i, max(j - 1, 1)] - x[i, j]
  let east = kernel i <= n, j <= m do x[i, min(j + 1, m)] - x[i, j]
  let c = kernel i <= n, j <= m do
    let v = x[i, j]
    let (dn, ds, dw, de) = (north[i, j], south[i, j], west[i, j], east[i, j])
    let g = (dn * dn + ds * ds + dw * dw + de * de) / (v * v)
    let l = (dn + ds + dw + de) / v
    let d = 1.0 + 0.25 * l
    let q = (0.5 * g - l * l / 16.0) / (d * d)
    in min(max(1.0 / (1.0 + (q - q0) / (q0 * (1.0 + q0))), 0.0), 1.0)
  in kernel i <= n, j <= m do
       x[i, j] + 0.25 * lambda
              * (c[i, j] * (north[i, j] + west[i, j]) + c[min(i + 1, n), j] * south[i, j] + c[i, min(j + 1, m)] * east[i, j])

def srad [n][m] (rounds : int) (lambda : f64) (x : [n][m]f64) : [n][m]f64 =
  loop (x = x) for k <= rounds do
    let all = flatten x
    let mean = sum_f64(all) / f64(n * m)
    let squares = sum_f64(map (\v -> v * v) all) / f64(n * m)
    in step(lambda, (squares - mean * mean) / (mean * mean), x)

let picture = kernel i <= 8, j <= 9 do exp(f64((i * i * 3 + j * j * 5 + i * j) % 17) / 17.0)
srad(3, 0.5, picture)
