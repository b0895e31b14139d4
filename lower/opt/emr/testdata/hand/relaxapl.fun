-- relaxAPL(rounds, start(8)) by hand: the grid stays in its block, and the means are computed in a second one.
let (a : mem) = alloc 64
let (b : mem) = alloc 36
let (x : [8][8]f64 @ a -> R(8, 8)) = kernel i <= 8 do
  let (row : [8]f64 @ a -> 8 * i - 8 + {(8 : 1)}) = kernel j <= 8 do if i == 1 && j == 2 then 500.0 else 0.0
  in (row)
let (x : [8][8]f64 @ a -> R(8, 8)) = loop (x : [8][8]f64 @ a -> R(8, 8) = x) for k <= rounds do
  let (mean : [6][6]f64 @ b -> R(6, 6)) = kernel i <= 6 do
    let (row : [6]f64 @ b -> 6 * i - 6 + {(6 : 1)}) = kernel j <= 6 do
      (x[i, j + 1] + x[i + 2, j + 1] + x[i + 1, j] + x[i + 1, j + 2]) / 4.0
    in (row)
  let (x : [8][8]f64 @ a -> R(8, 8)) = x with [2 : 6, 2 : 6] = mean
  in (x)
in (a, x)
