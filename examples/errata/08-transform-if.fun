-- verdict: type error
-- TransformStm as printed binds every supporting variable of an if as an int,
-- the block too. Fig. 7 with z_mem bound so:

let (z_cond : int) = 1
let (z_mem : int) (z_arr : [3] @ z_mem -> R(3)) =
  if z_cond
  then let (x_mem : mem) = alloc 3
       let (x : [3] @ x_mem -> R(3)) = iota 3
       in (x_mem, x)
  else let (y_mem : mem) = alloc 3
       let (y : [3] @ y_mem -> R(3)) = replicate(3, 0)
       in (y_mem, y)
