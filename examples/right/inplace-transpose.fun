-- before: ../before/turn.fun
-- A transposition without moving anything: the result is written where it is read, element by element, and
-- its LMAD turned.

def f [n]
    (x_mem : mem)
    (*x : [n][n] @ x_mem -> R(n, n)) :
    (r_mem : mem,
     [n][n] @ r_mem -> R(n, n)) =
  let (a : [n][n] @ x_mem -> 0 + {(n : 1) (n : n)}) = kernel i <= n do
    let (p_mem : mem) = alloc n
    let (p : [n] @ p_mem -> R(n)) = kernel j <= n do x[j, i] + i
    in (p)
  let (r_mem : mem) = alloc (n * n)
  let (r : [n][n] @ r_mem -> R(n, n)) = copy a
  in (r_mem, r)
