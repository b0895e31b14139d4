-- verdict: ok, layout
-- Def. 3.1 as printed nests the whole block. The block of t has its elements
-- column by column, so that nest(H(m), [3][2]) is [[1, 2], [3, 4], [5, 6]], and
-- this program would be invalid. We compare what t shows through (ℓ, L), and warn.

let (m : mem) = alloc 6
let (x : [2][3] @ m -> R(2, 3)) = kernel i <= 2 do
  let (r_mem : mem) = alloc 3
  let (r : [3] @ r_mem -> R(3)) = kernel j <= 3 do
    let (e : int) = 3 * (i - 1) + j
    in (e)
  in (r)
let (t : [3][2] @ m -> 0 + {(3 : 1) (2 : 3)}) = transpose x
in (m, t)
