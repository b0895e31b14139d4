-- before: ../before/results.fun
-- Memory block merging of two results: nothing uses the first one in the function any more, but its caller
-- does.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n)) :
    (a_mem : mem,
     [n] @ a_mem -> R(n),
     b_mem : mem,
     b_off : int,
     [n] @ b_mem -> b_off + {(n : 1)}) =
  let (r_mem : mem) = alloc n
  let (off : int) = 0
  let (a : [n] @ r_mem -> R(n)) = kernel i <= n do x[i] + 1
  let (b : [n] @ r_mem -> off + {(n : 1)}) = kernel i <= n do x[i] * 2
  in (r_mem, a, r_mem, off, b)
