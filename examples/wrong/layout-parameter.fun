-- before: ../before/tripled.fun
-- A map in place that takes its parameter to lie without gaps from the offset on. It may be a column, or back
-- to front.

def f [n]
    (x_mem : mem)
    (x_off : int)
    (x_s : int)
    (*x : [n] @ x_mem -> x_off + {(n : x_s)}) :
    (r_mem : mem,
     r_off : int,
     r_s : int,
     [n] @ r_mem -> r_off + {(n : r_s)}) =
  let (r_s : int) = 1
  let (r : [n] @ x_mem -> x_off + {(n : r_s)}) = kernel i <= n do x[i] * 3
  in (x_mem, x_off, r_s, r)
