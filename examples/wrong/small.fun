-- verdict: stuck
-- before: ../before/small.fun
-- Block too small: five locations for a matrix of two rows of three.
--
-- > x
-- [[1, 1, 1], [2, 2, 2]]
-- > :check
-- error: the value semantics of the program is not stuck

let (m : mem) = alloc 5
let (x : [2][3] @ m -> R(2, 3)) = kernel i <= 2 do
  let (r_mem : mem) = alloc 3
  let (r : [3] @ r_mem -> R(3)) = replicate(3, i)
  in (r)
in (m, x)
