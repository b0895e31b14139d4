-- before: ../before/claim.fun
-- Notes of where arrays lie, as a compiler makes them: a right one that is read, and a wrong
-- one that is not.

let (m : mem) = alloc 6
let (x : [6] @ m -> R(6)) = iota 6
let (r : [6] @ m -> 5 + {(6 : -1)}) = reverse x
let (y : [6] @ m -> 5 + {(6 : -1)}) = claim r
let (n : [6] @ m -> 2 + {(6 : 2)}) = claim r
let (z_mem : mem) = alloc 6
let (z : [6] @ z_mem -> R(6)) = kernel i <= 6 do
  let (a : int) = x[i]
  let (b : int) = y[i]
  let (e : int) = a + b
  in (e)
in (z_mem, z)
