-- Quicksort of every row of a matrix, with a loop in place of recursion.
--
-- van den Haak et al., "Accelerating nested data parallelism: preserving
-- regularity" (Euro-Par 2020), Section 5.1. Here 5×12 ints. A row is a list of
-- segments, whose heads are flags; each round splits all segments at the same
-- time, by the number at their head, until all elements are heads. Rows need
-- different numbers of rounds, but what they carry keeps its size.
--
-- The independent computation is reference/quicksort.py: Python's own sort, and
-- a recursive quicksort for the numbers of rounds.
--
-- > quicksort([3, 1, 2, 3, 1])
-- [1, 1, 2, 3, 3]
-- > quicksort(empty([0]int))
-- []
-- > let (sorted, rounds) = map quicksortRounds [[2, 1, 3], [1, 2, 3], [7, 7, 7]]
-- sorted : [3][3]int
-- rounds : [3]int
-- > sorted
-- [[1, 2, 3], [1, 2, 3], [7, 7, 7]]
-- > rounds
-- [1, 2, 2]
-- > let (sorted, rounds) = map quicksortRounds table(5, 12)
-- sorted : [5][12]int
-- rounds : [5]int
-- > sorted[1]
-- [1, 1, 8, 9, 9, 10, 11, 12, 12, 17, 17, 21]
-- > rounds
-- [5, 4, 4, 7, 4]

-- One round. The heads of segments are where `heads` is 1.
def split [n] (v : [n]int) (*heads : [n]int) : ([n]int, [n]int) =
  let first = scan (\head i flag -> if flag then i else head) 1 (iota n) heads
  let ends = kernel i <= n do i == n || heads[i + 1]
  let last =
    reverse (scan (\end i flag -> if flag then i else end) n (reverse (iota n)) (reverse ends))
  let small = kernel i <= n do v[i] < v[first[i]]
  let smalls = scan (+) 0 small  -- the head of a segment is none
  let middle = kernel i <= n do first[i] + smalls[last[i]] - smalls[first[i]]
  let target = kernel i <= n do
    let before = smalls[i] - smalls[first[i]] - small[i]
    in if small[i] then first[i] + before else middle[i] + (i - first[i] - before)
  let w = loop (w = replicate(n, 0)) for i <= n do w with [target[i]] = v[i]
  let heads = loop (heads = heads) for i <= n do
    heads with [middle[i]] = 1 with [min(middle[i] + 1, n)] = 1
  in (w, heads)

def quicksortRounds [n] (x : [n]int) : ([n]int, int) =
  let heads = kernel i <= n do i == 1
  let (v, _, rounds) = loop (v = x, heads = heads, rounds = 0) while !reduce (*) 1 heads do
    let (v, heads) = split(v, heads)
    in (v, heads, rounds + 1)
  in (v, rounds)

def quicksort [n] (x : [n]int) : [n]int =
  let (v, _) = quicksortRounds(x)
  in v

def table (r : int) (n : int) = kernel i <= r, j <= n do (i * j * j + 7 * j + 3 * i) % 23

let (sorted, rounds) = map quicksortRounds table(5, 12)
sorted
rounds

-- bench: let rows = kernel i <= 100, j <= 200 do (i * j * j + 7 * j + 3 * i) % 1009 in
--   map quicksort rows
