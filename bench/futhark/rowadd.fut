-- The twin of examples/sac/rowadd.fun.

def rowadd [r][c] (a: [r][c]i64) : [r][c]i64 =
  tabulate_2d r c (\i j -> if i < r - 3 then a[i, j] + a[i + 1, j] + a[i + 2, j] else 0)

entry inputs : [][]i64 =
  tabulate_2d 1000 1000 (\i j -> (7 * (i + 1) * (i + 1) + 3 * (j + 1)) % 11)

entry main [r][c] (a: [r][c]i64) : [r][c]i64 = rowadd a
