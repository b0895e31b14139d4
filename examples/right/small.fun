-- before: ../before/small.fun
-- Six locations for a matrix of two rows of three.

let (m : mem) = alloc 6
let (x : [2][3] @ m -> R(2, 3)) = kernel i <= 2 do
  let (r_mem : mem) = alloc 3
  let (r : [3] @ r_mem -> R(3)) = replicate(3, i)
  in (r)
in (m, x)
