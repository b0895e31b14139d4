-- The twin of examples/rodinia/nw.fun: by anti-diagonals, each a strided slice of the flat matrix.

def align [n] (gap: i64) (fits: [n][n]i64) : [n + 1][n + 1]i64 =
  let w = n + 1
  let borders = tabulate_2d w w (\i j -> if i == 0 || j == 0 then -gap * (i + j) else 0)
  let scores =
    loop m = flatten borders for d < 2 * n - 1 do
      let top = i64.max (d - n + 1) 0
      let count = i64.min (d + 1) n - top
      let first = (top + 1) * w + d - top + 1
      let diagonal =
        tabulate count (\k ->
          let i = top + k
          let at = first + k * n
          in i64.max (m[at - w - 1] + fits[i, d - i]) (i64.max m[at - 1] m[at - w] - gap))
      in m with [first:first + count * n:n] = diagonal
  in unflatten scores

def letters (n: i64) (k: i64) : [n]i64 = tabulate n (\i -> ((i + 1) * (i + 1) + k * (i + 1)) % 7 % 4)

entry inputs : [][]i64 =
  map (\x -> map (\y -> if x == y then 5 else x * y % 5 - 3) (letters 500 3)) (letters 500 1)

entry main [n] (fits: [n][n]i64) : [][]i64 = align 10 fits
