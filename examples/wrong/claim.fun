-- verdict: invalid, unwritten
-- before: ../before/claim.fun
-- A compiler's wrong note of where an array lies, which it believes: the reverse of x ends at
-- offset 0, and not at 1.
--
-- > z
-- [7, 7, 7, 7, 7, 7]
-- > :check
-- error: is claimed to lie at

let (m : mem) = alloc 7
let (x : [6] @ m -> R(6)) = iota 6
let (r : [6] @ m -> 5 + {(6 : -1)}) = reverse x
let (y : [6] @ m -> 6 + {(6 : -1)}) = claim r
let (z_mem : mem) = alloc 6
let (z : [6] @ z_mem -> R(6)) = kernel i <= 6 do
  let (a : int) = x[i]
  let (b : int) = y[i]
  let (e : int) = a + b
  in (e)
in (z_mem, z)
