-- before: ../before/offset.fun
-- Two arrays of three elements in a block of six: the second starts at 3.

let (m : mem) = alloc 6
let (a : [3] @ m -> R(3)) = iota 3
let (b : [3] @ m -> 3 + {(3 : 1)}) = replicate(3, 7)
let (z_mem : mem) = alloc 3
let (z : [3] @ z_mem -> R(3)) = kernel i <= 3 do
  let (s : int) = a[i]
  let (t : int) = b[i]
  let (e : int) = s * t
  in (e)
in (z_mem, z)
