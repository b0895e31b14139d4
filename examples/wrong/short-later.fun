-- before: ../before/later.fun
-- Array short-circuiting in a loop, condition 3 for the rounds: c is put where o lies, over
-- element k in round k, and the round after it reads that.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (o_mem : mem) = alloc n
  let (o : [n] @ o_mem -> R(n)) = kernel i <= n do x[i] + 1
  let (r_mem : mem) = alloc n
  let (zeros : [n] @ r_mem -> R(n)) = replicate(n, 0)
  let (r : [n] @ r_mem -> R(n)) = loop (d : [n] @ r_mem -> R(n) = zeros) for k <= n do
    let (p : int) = max(k - 1, 1)
    let (e : int) = o[k] + o[p]
    let (c : [1] @ o_mem -> k - 1 + {(1 : 1)}) = [e]
    let (u : [n] @ r_mem -> R(n)) = d with [k:1] = c
    in (u)
  in (r_mem, r)
