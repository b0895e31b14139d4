-- verdict: race
-- before: ../before/neighbour.fun
-- A kernel that writes its result over its input, and reads the element of the
-- next iteration. In the forward order the result happens to be right.
--
-- > z
-- [3, 5, 7, 9]
-- > :check
-- error: iteration 2 writes `y\[2\]`

let (n : int) = 4
let (m : mem) = alloc (n + 1)
let (x : [n + 1] @ m -> R(n + 1)) = iota (n + 1)
let (y : [n] @ m -> R(n)) = kernel i <= n do
  let (a : int) = x[i]
  let (b : int) = x[i + 1]
  let (e : int) = a + b
  in (e)
let (z_mem : mem) = alloc n
let (z : [n] @ z_mem -> R(n)) = copy y
in (z_mem, z)
