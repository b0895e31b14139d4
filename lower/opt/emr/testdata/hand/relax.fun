-- relax(rounds, start(8)) by hand: two blocks, which take turns.
let (a : mem) = alloc 64
let (b : mem) = alloc 64
let (x : [8][8]f64 @ a -> R(8, 8)) = kernel i <= 8 do
  let (row : [8]f64 @ a -> 8 * i - 8 + {(8 : 1)}) = kernel j <= 8 do if i == 1 && j == 2 then 500.0 else 0.0
  in (row)
let (now : mem) (x : [8][8]f64 @ now -> R(8, 8)) (other : mem) =
  loop (now : mem = a) (x : [8][8]f64 @ now -> R(8, 8) = x) (other : mem = b) for k <= rounds do
    let (next : [8][8]f64 @ other -> R(8, 8)) = kernel i <= 8 do
      let (row : [8]f64 @ other -> 8 * i - 8 + {(8 : 1)}) = kernel j <= 8 do
        if i == 1 || i == 8 || j == 1 || j == 8
        then x[i, j]
        else (x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1]) / 4.0
      in (row)
    in (other, next, now)
in (now, x)
