-- before: ../before/stride.fun
-- A matrix of two rows of three, three locations from one row to the next.

let (a_mem : mem) = alloc 3
let (a : [3] @ a_mem -> R(3)) = iota 3
let (b_mem : mem) = alloc 3
let (b : [3] @ b_mem -> R(3)) = replicate(3, 9)
let (m : mem) = alloc 6
let (x : [2][3] @ m -> 0 + {(2 : 3) (3 : 1)}) = [a, b]
let (y_mem : mem) = alloc 6
let (y : [2][3] @ y_mem -> R(2, 3)) = copy x
in (y_mem, y)
