-- verdict: race, invalid, layout
-- §4's Copy as printed moves one element after the other. On the blocks of
-- errata/14-copy.fun it reads what it has just written, and y is [1, 1, 1, 1].
-- FUNMEM's copy goes by elements too, as a kernel, and so it races here.

let (m : mem) = alloc 5
let (x : [4] @ m -> R(4)) = iota 4
let (y : [4] @ m -> 1 + {(4 : 1)}) = copy x
in (m, y)
