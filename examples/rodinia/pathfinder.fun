-- Pathfinder: the cheapest way through a grid from the first row to the last,
-- by steps down to one of the three nearest columns.
--
-- Rodinia's `pathfinder`, also in Vießmann et al., "Extended memory reuse" (IFL
-- 2018, Table 1: 100×512000), with costs from 0 to 9; here 6×12. Each round makes the row
-- of cheapest costs from the one before: two rows of memory are enough.
--
-- The independent computation is reference/pathfinder.py: recursion from each
-- cell of the last row over all ways to it.
--
-- > pathfinder([[1, 9, 1], [9, 9, 9], [5, 0, 5]])
-- [15, 10, 15]
-- > pathfinder([[4, 2]])
-- [4, 2]
-- > cheapest([[1, 9, 1], [9, 9, 9], [5, 0, 5]])
-- 10
-- > pathfinder(grid(6, 12))
-- [9, 14, 14, 11, 14, 20, 15, 13, 20, 12, 11, 16]
-- > cheapest(grid(6, 12))
-- 9

-- The cheapest cost of a way to each cell of the last row.
def pathfinder [rows][cols] (wall : [rows][cols]int) : [cols]int =
  loop (row = wall[1]) for t <= rows - 1 do
    kernel j <= cols do wall[t + 1, j] + min(row[j], min(row[max(j - 1, 1)], row[min(j + 1, cols)]))

def cheapest [rows][cols] (wall : [rows][cols]int) : int =
  let costs = pathfinder(wall)
  in reduce min costs[1] costs

def grid (rows : int) (cols : int) =
  kernel i <= rows, j <= cols do (i * i * 7 + j * j * 3 + i * j) % 10

pathfinder(grid(6, 12))
cheapest(grid(6, 12))

-- bench: let wall = grid(100, 10000) in
--   pathfinder(wall)
