-- The programs that are measured on a device.

def mapped [n] (a : [n]int) (b : [n]int) : [n]int = kernel i <= n do a[i] * 3 + b[i] * b[i]

def total [n] (a : [n]int) : int = reduce (+) 0 a

def running [n] (a : [n]int) : [n]int = scan (+) 0 a

def turned [n][m] (a : [n][m]f64) : [m][n]f64 = kernel j <= m, i <= n do a[i, j]

def product [n][m][p] (a : [n][m]f64) (b : [m][p]f64) : [n][p]f64 =
  kernel i <= n, j <= p do reduce (\sum x y -> sum + x * y) 0.0 a[i] b[:, j]

def productInts [n][m][p] (a : [n][m]int) (b : [m][p]int) : [n][p]int =
  kernel i <= n, j <= p do reduce (\sum x y -> sum + x * y) 0 a[i] b[:, j]

-- A step of HotSpot, as in examples/rodinia/hotspot.fun, with the factors of a chip given.
def step [rows][cols]
    (rate : f64)
    (rx : f64)
    (ry : f64)
    (rz : f64)
    (power : [rows][cols]f64)
    (temp : [rows][cols]f64) :
    [rows][cols]f64 =
  kernel r <= rows, c <= cols do
    let t = temp[r, c]
    let north = temp[max(r - 1, 1), c]
    let south = temp[min(r + 1, rows), c]
    let west = temp[r, max(c - 1, 1)]
    let east = temp[r, min(c + 1, cols)]
    in t + rate
         * (power[r, c]
              + (west + east - 2.0 * t) * rx
              + (north + south - 2.0 * t) * ry
              + (80.0 - t) * rz)

def hotspot [rows][cols]
    (steps : int)
    (rate : f64)
    (rx : f64)
    (ry : f64)
    (rz : f64)
    (power : [rows][cols]f64)
    (temp : [rows][cols]f64) :
    [rows][cols]f64 =
  loop (temp = temp) for k <= steps do step(rate, rx, ry, rz, power, temp)

-- The first form of examples/sac/rowadd.fun.
def rowadd [r][c] (a : [r][c]int) : [r][c]int =
  kernel i <= r, j <= c do if i <= r - 3 then a[i, j] + a[i + 1, j] + a[i + 2, j] else 0
