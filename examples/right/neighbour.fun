-- before: ../before/neighbour.fun
-- A kernel that reads the element of the next iteration and writes to a block of its own.

let (n : int) = 4
let (m : mem) = alloc (n + 1)
let (x : [n + 1] @ m -> R(n + 1)) = iota (n + 1)
let (y_mem : mem) = alloc n
let (y : [n] @ y_mem -> R(n)) = kernel i <= n do
  let (a : int) = x[i]
  let (b : int) = x[i + 1]
  let (e : int) = a + b
  in (e)
let (z_mem : mem) = alloc n
let (z : [n] @ z_mem -> R(n)) = copy y
in (z_mem, z)
