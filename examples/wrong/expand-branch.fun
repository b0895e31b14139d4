-- before: ../before/branches.fun
-- Memory expansion out of a branch (the notes of Futhark #1981): the block is as large as the branch that
-- comes first needs it.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (r_mem : mem) = alloc n
  let (t_mem : mem) = alloc (n * 2)
  let (r : [n] @ r_mem -> R(n)) = kernel i <= n do
    let (a : int) = x[i]
    let (c : int) = i % 2 == 1
    let (e : int) =
      if c
      then let (t : [2] @ t_mem -> i - 1 + {(2 : n)}) = [a, 1]
           let (s : int) = t[1] + t[2]
           in (s)
      else let (t : [3] @ t_mem -> i - 1 + {(3 : n)}) = [a, 1, 2]
           let (s : int) = t[1] * t[2] + t[3]
           in (s)
    in (e)
  in (r_mem, r)
