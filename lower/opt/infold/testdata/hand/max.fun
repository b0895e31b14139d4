-- A fold with max, in place by hand. As Fun it is
--
--   reduce (\acc v -> let x = kernel j <= c do v * b[j] in if acc[1] < x[1] then x else acc) (replicate(c, 0)) a
--
-- The result of the function is x or acc, and which one is known only when both are there. So if the
-- result lies where acc does, then x is made there, too, and takes the place of acc before the two are
-- compared. That is why the paper (§5) refuses it.

def f [n][c]
    (a_mem : mem)
    (a : [n]int @ a_mem -> R(n))
    (b_mem : mem)
    (b : [c]int @ b_mem -> R(c)) :
    (f_mem : mem, [c]int @ f_mem -> R(c)) =
  let (f_mem : mem) = alloc c
  let (zero : [c]int @ f_mem -> R(c)) = replicate(c, 0)
  let (most : [c]int @ f_mem -> R(c)) = reduce (\(acc : [c]int @ f_mem -> R(c)) (v : int) ->
    let (x : [c]int @ f_mem -> R(c)) = kernel j <= c do
      let (t : int) = b[j]
      let (row : int) = v * t
      in (row)
    let (old : int) = acc[1]
    let (new : int) = x[1]
    let (more : int) = old < new
    let (next : [c]int @ f_mem -> R(c)) = if more then x else acc
    in (next)) zero a
  in (f_mem, most)
