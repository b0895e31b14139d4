-- The twin of examples/livermore/loop8.fun.

-- One step for one field p: a are its constants.
def field [n][m] (a: [3]f64) (p: [n][m]f64) (u1: [n][m]f64) (u2: [n][m]f64) (u3: [n][m]f64) : [n][m]f64 =
  tabulate_2d n m (\y x ->
    if y == 0 || y == n - 1 || x == 0 || x > 2
    then p[y, x]
    else let du1 = u1[y + 1, x] - u1[y - 1, x]
         let du2 = u2[y + 1, x] - u2[y - 1, x]
         let du3 = u3[y + 1, x] - u3[y - 1, x]
         in p[y, x] + a[0] * du1 + a[1] * du2 + a[2] * du3
            + 3.9 * (p[y, x + 1] - 2.0 * p[y, x] + p[y, x - 1]))

def adi [n][m] (u1: [n][m]f64) (u2: [n][m]f64) (u3: [n][m]f64) =
  (field [1.2, 5.6, 8.1] u1 u1 u2 u3,
   field [9.8, 1.5, 4.0] u2 u1 u2 u3,
   field [0.5, 7.9, 6.4] u3 u1 u2 u3)

def start (k: i64) : [][]f64 =
  tabulate_2d 20001 5 (\y x -> f64.i64 ((y + 1 + (x + 1) * (x + 1)) % k) / 3.0)

entry inputs : ([][]f64, [][]f64, [][]f64) = (start 7, start 5, start 3)

entry main [n][m] (u1: [n][m]f64) (u2: [n][m]f64) (u3: [n][m]f64) : [n][m]f64 =
  let (_, u2, _) = loop (u1, u2, u3) for _step < 3i64 do adi u1 u2 u3
  in u2
