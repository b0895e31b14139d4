-- verdict: invalid
-- Two arrays of three elements in a block of six; the second starts at 2, not
-- at 3, so it overwrites the last element of the first.

let (m : mem) = alloc 6
let (a : [3] @ m -> R(3)) = iota 3
let (b : [3] @ m -> 2 + {(3 : 1)}) = replicate(3, 7)
in (m, a, m, b)
