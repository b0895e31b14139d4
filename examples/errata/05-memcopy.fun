-- verdict: stuck
-- Eq. (5) as printed: element j of a copy is H[ℓ_src, j], whatever L_src is. The
-- source s lies at 3 + {(3 : 1)}, where offset 3 of m is x[4]; offset 1 is x[2].

let (m : mem) = alloc 6
let (x : [6] @ m -> R(6)) = kernel k <= 6 do
  let (e : int) = 10 * k
  in (e)
let (s : [3] @ m -> 3 + {(3 : 1)}) = x[4:3]
let (y_mem : mem) = alloc 3
let (y : [3] @ y_mem -> R(3)) = copy s

let (p_mem : mem) = alloc 3
let (printed : [3] @ p_mem -> R(3)) = kernel j <= 3 do
  let (offset : int) = j + 1
  let (k : int) = x[offset]
  in (k)

let (a : int) = y[1]
let (b : int) = printed[1]
check a = b
in (y_mem, y)
