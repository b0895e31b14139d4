-- The fragments of §3: arrays that share a block, a derived array that costs
-- nothing, and a fresh array in a layout of its own choice.
--
-- > s
-- [[13, 23]]
-- > x
-- [[11, 12, 13], [21, 22, 23]]
-- > :check
-- ok: 2 lines checked; valid: in this run; race-free

let (n : int) = 3
let (m : mem) = alloc (2 * n)

-- A fresh array in column-major order: any LMAD of its shape will do.
let (x : [2][n] @ m -> 0 + {(2 : 1) (n : 2)}) = kernel i <= 2 do
  let (r_mem : mem) = alloc n
  let (r : [n] @ r_mem -> R(n)) = kernel j <= n do
    let (e : int) = 10 * i + j
    in (e)
  in (r)

-- Derived arrays: the same block, another index function.
let (t : [n][2] @ m -> 0 + {(n : 2) (2 : 1)}) = transpose x
let (s : [1][2] @ m -> 4 + {(1 : 2) (2 : 1)}) = t[3:1, 1:2]

-- The result in row-major order at offset 0 (TransformProgram).
let (y_mem : mem) = alloc (n * 2)
let (y : [n][2] @ y_mem -> R(n, 2)) = copy t
let (z_mem : mem) = alloc 2
let (z : [1][2] @ z_mem -> R(1, 2)) = copy s
in (y_mem, y, z_mem, z)
