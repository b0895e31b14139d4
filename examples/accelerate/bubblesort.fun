-- Bubble sort of every row of a matrix, by odd-even transposition.
--
-- van den Haak, McDonell, Keller and de Wolff, "Accelerating nested data
-- parallelism: preserving regularity" (Euro-Par 2020), Section 2.1: the
-- example `bubbleSortAll`. Here 4×9 ints. Rows need different numbers of steps, but keep
-- their size, so that all rows can be sorted at the same time.
--
-- The independent computation is reference/bubblesort.py: Python's own sort, and
-- the steps of a bubble sort that swaps.
--
-- > sort([3, 1, 2, 1])
-- [1, 1, 2, 3]
-- > sortAll([[2, 1], [1, 2], [5, -5]])
-- [[1, 2], [1, 2], [-5, 5]]
-- > steps([4, 3, 2, 1])
-- 2
-- > :type sortAll
-- sortAll : [r][n] (rows : [r][n]int) -> [r][n]int
-- > sort(empty([0]int))
-- []
-- > sortAll(table(4, 9))[1]
-- [0, 1, 2, 2, 5, 5, 9, 10, 10]
-- > map steps table(4, 9)
-- [3, 4, 4, 3]

def sorted [n] (x : [n]int) : int =
  reduce (\yes a b -> yes && a <= b) 1 x[1 : max(n - 1, 0)] x[2 : max(n - 1, 0)]

-- Each element meets its neighbour: those at `first` and every second one from
-- there on meet the next one, the others the one before.
def swap [n] (first : int) (x : [n]int) : [n]int =
  kernel i <= n do
    if (i - first) % 2 == 0 then min(x[i], x[min(i + 1, n)]) else max(x[i], x[max(i - 1, 1)])

def step [n] (x : [n]int) : [n]int = swap(2, swap(1, x))

def sort [n] (x : [n]int) : [n]int = loop (x = x) while !sorted(x) do step(x)

def steps [n] (x : [n]int) : int =
  let (_, count) = loop (x = x, count = 0) while !sorted(x) do (step(x), count + 1)
  in count

def sortAll [r][n] (rows : [r][n]int) : [r][n]int = map sort rows

def table (r : int) (n : int) = kernel i <= r, j <= n do (i * j * j + 5 * j + 3 * i) % 17

sortAll(table(4, 9))
map steps table(4, 9)

-- bench: let rows = table(200, 100) in
--   sortAll(rows)
