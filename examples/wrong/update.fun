-- verdict: invalid
-- before: ../before/update.fun
-- An update in place without the copy that it needs: x is still used after it.
--
-- > z
-- [2, 22, 6, 8]
-- > :check
-- error: in iteration 2 of kernel `z`

let (n : int) = 4
let (x_mem : mem) = alloc n
let (x : [n] @ x_mem -> R(n)) = iota n
let (y : [n] @ x_mem -> R(n)) = x with [2] = 20
let (z_mem : mem) = alloc n
let (z : [n] @ z_mem -> R(n)) = kernel i <= n do
  let (a : int) = x[i]
  let (b : int) = y[i]
  in a + b
in (z_mem, z)
