-- verdict: invalid
-- before: ../before/alive.fun
-- Two arrays in one block: it is used again for y while x is still needed.
--
-- > z
-- [11, 22, 33, 44]
-- > :check
-- error: the results differ too

let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (y : [4] @ m -> R(4)) = kernel i <= 4 do
  let (e : int) = 10 * i
  in (e)
let (z_mem : mem) = alloc 4
let (z : [4] @ z_mem -> R(4)) = kernel i <= 4 do
  let (a : int) = x[i]
  let (b : int) = y[i]
  let (e : int) = a + b
  in (e)
in (z_mem, z)
