-- verdict: invalid
-- A matrix of two rows of three, laid out with a row stride of 2: the second
-- row overwrites the end of the first.

let (a_mem : mem) = alloc 3
let (a : [3] @ a_mem -> R(3)) = iota 3
let (b_mem : mem) = alloc 3
let (b : [3] @ b_mem -> R(3)) = replicate(3, 9)
let (m : mem) = alloc 6
let (x : [2][3] @ m -> 0 + {(2 : 2) (3 : 1)}) = [a, b]
in (m, x)
