-- verdict: type error
-- Eq. (2) as printed: slice_f(L, [y : z]) starts at se + y·s, one stride too far
-- whatever the block: by it x[2:2] of an x at R(4) lies at 2. T-MEM-SLICE wants
-- 0 + (2 − 1)·1.

let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (s : [2] @ m -> 2 + {(2 : 1)}) = x[2:2]
in (m, s)
