-- Fig. 7 of the paper: Fig. 2 with memory. The branches return the blocks of
-- their arrays too. (The figure names the second branch's array x and returns
-- y; here it is y.)
--
-- > length(z_arr)
-- 5
-- > :check
-- ok: 2 lines checked; valid: in this run; race-free

let (x_size : int) = 3
let (y_size : int) = 5
let (z_cond : int) = 0

let (z_size : int) (z_mem : mem) (z_arr : [z_size] @ z_mem -> R(z_size)) =
  if z_cond
  then let (x_mem : mem) = alloc x_size
       let (x : [x_size] @ x_mem -> R(x_size)) = iota x_size
       in (x_size, x_mem, x)
  else let (y_mem : mem) = alloc y_size
       let (y : [y_size] @ y_mem -> R(y_size)) = iota y_size
       in (y_size, y_mem, y)

in (z_mem, z_arr)
