-- The twin of examples/rodinia/pathfinder.fun.

def pathfinder [rows][cols] (wall: [rows][cols]i64) : [cols]i64 =
  loop row = wall[0] for t < rows - 1 do
    tabulate cols (\j ->
      wall[t + 1, j]
      + i64.min row[j] (i64.min row[i64.max (j - 1) 0] row[i64.min (j + 1) (cols - 1)]))

entry inputs : [][]i64 =
  tabulate_2d 100 10000 (\i j ->
    ((i + 1) * (i + 1) * 7 + (j + 1) * (j + 1) * 3 + (i + 1) * (j + 1)) % 10)

entry main [rows][cols] (wall: [rows][cols]i64) : [cols]i64 = pathfinder wall
