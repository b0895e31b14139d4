-- verdict: ok, overlap, layout
-- Eq. (5) reads the whole source before it writes: the result copy of this
-- kernel moves x one location up in its own block, and y is [1, 2, 3, 4].

let (m : mem) = alloc 5
let (x : [4] @ m -> R(4)) = iota 4
let (y : [1][4] @ m -> 1 + {(1 : 4) (4 : 1)}) = kernel i <= 1 do x
in (m, y)
