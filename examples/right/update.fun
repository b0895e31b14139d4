-- before: ../before/update.fun
-- An update in place of a copy: x is still used after it.

let (n : int) = 4
let (x_mem : mem) = alloc n
let (x : [n] @ x_mem -> R(n)) = iota n
let (c_mem : mem) = alloc n
let (c : [n] @ c_mem -> R(n)) = copy x
let (y : [n] @ c_mem -> R(n)) = c with [2] = 20
let (z_mem : mem) = alloc n
let (z : [n] @ z_mem -> R(n)) = kernel i <= n do
  let (a : int) = x[i]
  let (b : int) = y[i]
  in a + b
in (z_mem, z)
