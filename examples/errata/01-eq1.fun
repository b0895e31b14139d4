-- verdict: stuck
-- Eq. (1) as printed: L(y₁, …) = se + Σ yᵢ·sᵢ. Indices start at 1, so that the
-- element [1, 1] of an array at R(2, 3) lies at offset 1·3 + 1·1 = 4, and [2, 3]
-- at 9, in a block of 2·3 locations. Here the offset 4 is written by hand.

let (m : mem) = alloc (2 * 3)
let (x : [2][3] @ m -> 4 + {(2 : 3) (3 : 1)}) = kernel i <= 2 do
  let (r_mem : mem) = alloc 3
  let (r : [3] @ r_mem -> R(3)) = replicate(3, i)
  in (r)
in (m, x)
