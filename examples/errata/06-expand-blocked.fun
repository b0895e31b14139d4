-- verdict: stuck
-- §5 as printed: memory expansion gives iteration x the part x·se + se′ of the
-- block z′ of se·y locations. The first part is never used, and iteration y
-- leaves the block. With (x − 1)·se + se′ the program is ok.

let (y : int) = 3
let (se : int) = 2
let (z' : mem) = alloc (se * y)
let (r_mem : mem) = alloc y
let (r : [y] @ r_mem -> R(y)) = kernel x <= y do
  let (a : [2] @ z' -> x * se + {(2 : 1)}) = replicate(2, x)
  let (e : int) = a[1]
  in (e)
in (r_mem, r)
