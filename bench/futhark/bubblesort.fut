-- The twin of examples/accelerate/bubblesort.fun: by odd-even transposition.

def sorted [n] (x: [n]i64) : bool = all (\i -> x[i] <= x[i + 1]) (iota (n - 1))

-- Each element meets its neighbour: those at `first` and every second one from
-- there on meet the next one, the others the one before.
def swap [n] (first: i64) (x: [n]i64) : [n]i64 =
  tabulate n (\i ->
    if (i - first) % 2 == 0
    then i64.min x[i] x[i64.min (i + 1) (n - 1)]
    else i64.max x[i] x[i64.max (i - 1) 0])

def step [n] (x: [n]i64) : [n]i64 = swap 1 (swap 0 x)

def sort [n] (x: [n]i64) : [n]i64 = loop x while !(sorted x) do step x

def sortAll [r][n] (rows: [r][n]i64) : [r][n]i64 = map sort rows

entry inputs : [][]i64 =
  tabulate_2d 200 100 (\i j -> ((i + 1) * (j + 1) * (j + 1) + 5 * (j + 1) + 3 * (i + 1)) % 17)

entry main [r][n] (rows: [r][n]i64) : [r][n]i64 = sortAll rows
