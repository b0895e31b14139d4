-- verdict: invalid
-- before: ../before/argument.fun
-- The parameter of f is not marked by a star, and a call overwrites its argument all the same. Nothing uses x
-- afterwards, so that the result is right; a caller that relies on x would find it changed.
--
-- > y
-- [1, 20, 3, 4]
-- > :check
-- error: no star marks the parameter `a`

def f [n] (a_mem : mem) (a : [n] @ a_mem -> R(n)) : (b_mem : mem, [n] @ b_mem -> R(n)) =
  let (b : [n] @ a_mem -> R(n)) = a with [2] = 20
  in (a_mem, b)

let (n : int) = 4
let (x_mem : mem) = alloc n
let (x : [n] @ x_mem -> R(n)) = iota n
let (y_mem : mem) (y : [n] @ y_mem -> R(n)) = f(x_mem, x)
in (y_mem, y)
