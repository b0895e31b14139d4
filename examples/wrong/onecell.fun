-- verdict: race, invalid
-- before: ../before/onecell.fun
-- Every iteration writes the same location: the stride is 0.
--
-- > y
-- [1, 4, 9]
-- > :check
-- error: written by result copy of kernel `x` in iteration 3

let (m : mem) = alloc 3
let (x : [3] @ m -> 0 + {(3 : 0)}) = kernel i <= 3 do
  let (e : int) = i * i
  in (e)
let (y_mem : mem) = alloc 3
let (y : [3] @ y_mem -> R(3)) = copy x
in (y_mem, y)
