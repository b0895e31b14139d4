-- The twin of examples/accelerate/quicksort.fun: each round splits all segments at the same time.

-- One round. The heads of segments are where `heads` is true.
def split [n] (v: [n]i64) (heads: *[n]bool) : ([n]i64, *[n]bool) =
  let first = scan i64.max 0 (map2 (\i head -> if head then i else 0) (iota n) heads)
  let ends = tabulate n (\i -> if i == n - 1 || heads[i + 1] then i else n - 1)
  let last = reverse (scan i64.min (n - 1) (reverse ends))
  let small = map2 (\x f -> i64.bool (x < v[f])) v first
  let smalls = scan (+) 0 small
  let middle = map2 (\f l -> f + smalls[l] - smalls[f]) first last
  let target =
    tabulate n (\i ->
      let before = smalls[i] - smalls[first[i]] - small[i]
      in if small[i] == 1 then first[i] + before else middle[i] + (i - first[i] - before))
  let w = scatter (replicate n 0) target v
  let heads = scatter heads middle (replicate n true)
  let heads = scatter heads (map (\m -> i64.min (m + 1) (n - 1)) middle) (replicate n true)
  in (w, heads)

def quicksort [n] (x: [n]i64) : [n]i64 =
  let heads = tabulate n (== 0)
  let (v, _) = loop (v, heads) = (x, heads) while !(and heads) do split v heads
  in v

entry inputs : [][]i64 =
  tabulate_2d 100 200 (\i j -> ((i + 1) * (j + 1) * (j + 1) + 7 * (j + 1) + 3 * (i + 1)) % 1009)

entry main [r][n] (rows: [r][n]i64) : [r][n]i64 = map quicksort rows
