-- Outlines of a photograph: strong edges, and weak ones that hang on to them.
--
--   funmem run examples/outlines.fun --in photo=examples/data/ascent.npy -e 'outlines(60, 150, photo)' --out outlines.png
--
-- Without -e it takes a part of the photograph, 40×40. The last step of Canny's
-- detector (1986), on the edges of edges.fun: a loop marks the weak edges beside
-- marked ones, until a round marks nothing.
--
-- The independent computation is reference/outlines.py: a depth-first search
-- from the strong edges.
--
-- > grow(1, 3, [[3, 1, 1, 0, 1], [0, 0, 0, 1, 0], [1, 1, 0, 0, 0]])
-- [[1, 1, 1, 0, 1], [0, 0, 0, 1, 0], [0, 0, 0, 0, 0]]
-- > grow(1, 3, [[2, 2], [2, 0]])
-- [[0, 0], [0, 0]]

import "edges.fun"

def total [n][m] (x : [n][m]int) : int = reduce (+) 0 (map (\row -> reduce (+) 0 row) x)

-- 1 where some element of the 3×3 window around i, j is 1.
def near [n][m] (marks : [n][m]int) (i : int) (j : int) : int =
  loop (found = 0) for k <= 9 do
    let di = (k - 1) / 3 - 1
    let dj = (k - 1) % 3 - 1
    in found || marks[min(max(i + di, 1), n), min(max(j + dj, 1), m)]

-- The marks of all of at least `high`, and of all of at least `low` that a way
-- through such elements joins to them.
def grow [n][m] (low : int) (high : int) (x : [n][m]int) : [n][m]int =
  let strong = kernel i <= n, j <= m do x[i, j] >= high
  let (marks, _) = loop (marks = strong, new = total(strong)) while new > 0 do
    let next = kernel i <= n, j <= m do x[i, j] >= low && near(marks, i, j)
    in (next, total(next) - total(marks))
  in marks

def outlines [n][m] (low : int) (high : int) (photo : [n][m]int) = grow(low, high, edges(photo))

outlines(60, 150, photo[201:40, 161:40])
