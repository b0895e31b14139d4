-- before: ../before/onecell.fun
-- Every iteration writes a location of its own, from the last one of the block backwards.

let (m : mem) = alloc 3
let (x : [3] @ m -> 2 + {(3 : -1)}) = kernel i <= 3 do
  let (e : int) = i * i
  in (e)
let (y_mem : mem) = alloc 3
let (y : [3] @ y_mem -> R(3)) = copy x
in (y_mem, y)
