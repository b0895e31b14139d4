-- verdict: race
-- Fig. 10 as printed has racefree as a premise of E-MEM-KERNEL: a kernel that
-- races has no result at all, and there is nothing to say about its values. We
-- go on in the chosen order. Here each iteration writes the same value to the
-- same place, and the result is right in every order.

let (m : mem) = alloc 1
let (x : [4] @ m -> 0 + {(4 : 0)}) = kernel i <= 4 do
  let (e : int) = 7
  in (e)
let (y_mem : mem) = alloc 4
let (y : [4] @ y_mem -> R(4)) = copy x
in (y_mem, y)
