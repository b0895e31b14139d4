-- verdict: invalid
-- before: ../before/offset.fun
-- Wrong offset: two arrays of three elements in a block of six. The second
-- starts at 2, not at 3, so it overwrites the last element of the first.
--
-- > z
-- [7, 14, 21]
-- > :check
-- error: in iteration 3 of kernel `z`

let (m : mem) = alloc 6
let (a : [3] @ m -> R(3)) = iota 3
let (b : [3] @ m -> 2 + {(3 : 1)}) = replicate(3, 7)
let (z_mem : mem) = alloc 3
let (z : [3] @ z_mem -> R(3)) = kernel i <= 3 do
  let (s : int) = a[i]
  let (t : int) = b[i]
  let (e : int) = s * t
  in (e)
in (z_mem, z)
