-- verdict: type error
-- Fig. 8 has to be rebuilt. Fig. 3 alone accepts this transposition, whose type
-- says that y lies at R(3, 2) although the elements of x stay where they are:
-- y[1, 2] would be 2, and not 4. T-MEM-TRANSPOSE refuses it.

let (m : mem) = alloc 6
let (x : [2][3] @ m -> R(2, 3)) = kernel i <= 2 do
  let (r_mem : mem) = alloc 3
  let (r : [3] @ r_mem -> R(3)) = kernel j <= 3 do 3 * (i - 1) + j
  in (r)
let (y : [3][2] @ m -> R(3, 2)) = transpose x
in (m, y)
