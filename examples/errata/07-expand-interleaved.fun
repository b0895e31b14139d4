-- verdict: race
-- §5 as printed, interleaved: an array at se′ + {(xᵢ : sᵢ)} goes to
-- se′ + x + {(xᵢ : sᵢ·y)}. The offset has to be scaled like the strides: b below,
-- at se′ = 1 of its block, meets a of the next iteration. (x − 1 is corrected
-- here already; se′·y + (x − 1) makes the program ok.)

let (y : int) = 3
let (z' : mem) = alloc (2 * y)
let (r_mem : mem) = alloc y
let (r : [y] @ r_mem -> R(y)) = kernel x <= y do
  let (b : [1] @ z' -> 1 + (x - 1) + {(1 : y)}) = replicate(1, 10 * x)
  let (a : [1] @ z' -> 0 + (x - 1) + {(1 : y)}) = replicate(1, x)
  let (s : int) = a[1]
  let (t : int) = b[1]
  let (e : int) = s + t
  in (e)
in (r_mem, r)
