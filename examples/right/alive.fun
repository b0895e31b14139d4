-- before: ../before/alive.fun
-- Two arrays in two blocks. The sum is put over x, where nothing else needs it.

let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (y_mem : mem) = alloc 4
let (y : [4] @ y_mem -> R(4)) = kernel i <= 4 do
  let (e : int) = 10 * i
  in (e)
let (z : [4] @ m -> R(4)) = kernel i <= 4 do
  let (a : int) = x[i]
  let (b : int) = y[i]
  let (e : int) = a + b
  in (e)
in (m, z)
