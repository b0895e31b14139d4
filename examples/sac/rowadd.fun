-- Adding rows in three ways, and the general update step.
--
-- van Cuyck and Scholz, "In-place folding of non-scalar hyper-planes of
-- multi-dimensional arrays" (IFL 2021), Fig. 1 (V1, V2, V3) and Fig. 9.
-- There the array has 800000×1000 ints; here 9×4. Fig. 9 says that N + 1 rows
-- are added, and its program adds N: so do we. The last rows are 0.
-- What memory has to do with it: the accumulator of V3 lies at one place, but each
-- `plus` makes a row of its own that is copied there, as `funmem lower --to mem`
-- shows. The pass `infold`, which is the paper's, does without that row and copy.
--
-- The independent computation is reference/rowadd.py: three nested loops.
--
-- > rowaddV1([[1, 2], [3, 4], [5, 6], [7, 8]])
-- [[9, 12], [0, 0], [0, 0], [0, 0]]
-- > rowaddV1(table(7, 5)) == rowaddV2(table(7, 5))
-- 1
-- > rowaddV2(table(7, 5)) == rowaddV3(table(7, 5))
-- 1
-- > update(3, table(7, 5)) == rowaddV3(table(7, 5))
-- 1
-- > update(0, table(2, 3))
-- [[0, 0, 0], [0, 0, 0]]

-- V1: element by element.
def rowaddV1 [r][c] (a : [r][c]int) : [r][c]int =
  kernel i <= r, j <= c do if i <= r - 3 then a[i, j] + a[i + 1, j] + a[i + 2, j] else 0

def plus [n] (x : [n]int) (y : [n]int) : [n]int = map (+) x y

-- V2: row by row.
def rowaddV2 [r][c] (a : [r][c]int) : [r][c]int =
  kernel i <= r do if i <= r - 3 then plus(plus(a[i], a[i + 1]), a[i + 2]) else replicate(c, 0)

-- V3: as a fold over rows.
def rowaddV3 [r][c] (a : [r][c]int) : [r][c]int =
  kernel i <= r do if i <= r - 3 then reduce plus replicate(c, 0) a[i:3, :] else replicate(c, 0)

-- The update step: n rows from each row on.
def update [outer][inner] (n : int) (a : [outer][inner]int) : [outer][inner]int =
  kernel i <= outer do
    if i <= outer - n then reduce plus replicate(inner, 0) a[i:n, :] else replicate(inner, 0)

def table (r : int) (c : int) = kernel i <= r, j <= c do (7 * i * i + 3 * j) % 11

let a = table(9, 4)
rowaddV1(a)
rowaddV2(a)
rowaddV3(a)
update(2, a)
update(5, a)

-- bench: let a = table(1000, 1000) in
--   rowaddV1(a)
