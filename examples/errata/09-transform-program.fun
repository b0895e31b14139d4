-- verdict: type error
-- TransformProgram as printed returns the arrays alone. Def. 3.1 is about
-- programs that return blocks and arrays, in pairs.

let (mem' : mem) = alloc 3
let (y : [3] @ mem' -> R(3)) = iota 3
in (y)
