-- Fig. 2 of the paper, with its free variables bound first. The branches
-- return the size beside the array. (The figure names the second branch's array
-- x and returns y; here it is y.)
--
-- > z_arr
-- [1, 2, 3]
-- > :check
-- ok: 2 lines checked; valid: in this run; race-free

let (x_size : int) = 3
let (y_size : int) = 5
let (z_cond : int) = 1

let (z_size : int) (z_arr : [z_size]) =
  if z_cond
  then let (x : [x_size]) = iota x_size
       in (x_size, x)
  else let (y : [y_size]) = iota y_size
       in (y_size, y)

in (z_size, z_arr)
