-- Fig. 7 of the paper as a function of its condition, for arrays of one size: the
-- branches return all that says where an array lies, and agree on all of it but
-- the block. `simplify` removes the rest (§3.5: redundant return values).
--
-- > a[4] + b[4]
-- 11

def f (n : int) (z_cond : int) : (z_mem : mem, [n] @ z_mem -> R(n)) =
  let (z_size : int)
      (z_mem : mem)
      (z_off : int)
      (z_s1 : int)
      (z_arr : [z_size] @ z_mem -> z_off + {(z_size : z_s1)}) =
    if z_cond
    then let (x_mem : mem) = alloc n
         let (x : [n] @ x_mem -> R(n)) = iota n
         in (n, x_mem, 0, 1, x)
    else let (y_mem : mem) = alloc n
         let (y : [n] @ y_mem -> R(n)) = replicate(n, 7)
         in (n, y_mem, 0, 1, y)
  check z_size = n
  check z_off = 0
  check z_s1 = 1
  in (z_mem, z_arr)

let (a_mem : mem) (a : [4] @ a_mem -> R(4)) = f(4, 1)
let (b_mem : mem) (b : [4] @ b_mem -> R(4)) = f(4, 0)
in (a_mem, a, b_mem, b)
