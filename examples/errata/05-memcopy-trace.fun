-- verdict: race
-- Eq. (5) as printed: the trace of a copy holds img(ℓ), every location of the
-- block. Then any two iterations of any kernel race, because each is said to
-- write the whole block. Here each iteration really does; what the kernel of
-- errata/05-memcopy.fun writes is img(index_f(L, j)), one location.

let (m : mem) = alloc 2
let (x_mem : mem) = alloc 2
let (x : [2] @ x_mem -> R(2)) = kernel i <= 2 do
  let (w : [2] @ m -> R(2)) = iota 2
  in (i)
in (x_mem, x)
