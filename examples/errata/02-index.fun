-- verdict: stuck
-- Eq. (3) as printed: index_f(L, k) starts at se + k·s₁. A kernel puts the value
-- of iteration k there (E-MEM-KERNEL), so that iteration 4 of 4 writes offset 4
-- of a block of 4. Here the offset 1 that this amounts to is written by hand.

let (m : mem) = alloc 4
let (x : [4] @ m -> 1 + {(4 : 1)}) = kernel k <= 4 do
  let (e : int) = 10 * k
  in (e)
in (m, x)
