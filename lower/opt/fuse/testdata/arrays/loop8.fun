-- Livermore loop 8 with arrays for the differences, for which a step has three kernels.
def field [n][m]
    (a : [3]f64)
    (p : [n][m]f64)
    (du1 : [n][m]f64)
    (du2 : [n][m]f64)
    (du3 : [n][m]f64) :
    [n][m]f64 =
  kernel y <= n, x <= m do
    if y == 1 || y == n || x == 1 || x > 3
    then p[y, x]
    else p[y, x] + a[1] * du1[y, x] + a[2] * du2[y, x] + a[3] * du3[y, x]
              + 3.9 * (p[y, x + 1] - 2.0 * p[y, x] + p[y, x - 1])

def difference [n][m] (u : [n][m]f64) : [n][m]f64 =
  kernel y <= n, x <= m do u[min(y + 1, n), x] - u[max(y - 1, 1), x]

def adi [n][m] (u1 : [n][m]f64) (u2 : [n][m]f64) (u3 : [n][m]f64) =
  let (du1, du2, du3) = (difference(u1), difference(u2), difference(u3))
  in (field([1.2, 5.6, 8.1], u1, du1, du2, du3),
      field([9.8, 1.5, 4.0], u2, du1, du2, du3),
      field([0.5, 7.9, 6.4], u3, du1, du2, du3))

def start (k : int) = kernel y <= 9, x <= 5 do f64((k * y * y + 3 * x) % 7) / 8.0

loop (u1 = start(1), u2 = start(2), u3 = start(3)) for step <= 3 do adi(u1, u2, u3)
