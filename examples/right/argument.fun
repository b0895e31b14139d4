-- before: ../before/argument.fun
-- The parameter of f is copied before it is overwritten.

def f [n] (a_mem : mem) (a : [n] @ a_mem -> R(n)) : (b_mem : mem, [n] @ b_mem -> R(n)) =
  let (c_mem : mem) = alloc n
  let (c : [n] @ c_mem -> R(n)) = copy a
  let (b : [n] @ c_mem -> R(n)) = c with [2] = 20
  in (c_mem, b)

let (n : int) = 4
let (x_mem : mem) = alloc n
let (x : [n] @ x_mem -> R(n)) = iota n
let (y_mem : mem) (y : [n] @ y_mem -> R(n)) = f(x_mem, x)
in (y_mem, y)
