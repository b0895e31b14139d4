-- A blur in two steps: sums along the rows, and sums of these along the columns.
def rows [n][m] (x : [n][m]int) = kernel i <= n, j <= m - 2 do x[i, j] + x[i, j + 1] + x[i, j + 2]

def blur [n][m] (x : [n][m]int) =
  let r = rows(x)
  in kernel i <= n - 2, j <= m - 2 do (r[i, j] + r[i + 1, j] + r[i + 2, j]) / 9

def rounds [n][m] (k : int) (x : [n][m]int) = loop (x = x) for t <= k do blur(x)

let picture = kernel i <= 12, j <= 14 do (7 * i * i + 5 * j * i) % 50
blur(picture)
rounds(2, picture)
