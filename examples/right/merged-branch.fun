-- before: ../before/sometimes.fun
-- Memory block merging inside of a branch: e is put over b, which is dead in both of them.

def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) (c : int) : int =
  let (a_mem : mem) = alloc n
  let (a : [n] @ a_mem -> R(n)) = kernel i <= n do x[i] * 3
  let (b_mem : mem) = alloc n
  let (b : [n] @ b_mem -> R(n)) = kernel i <= n do x[i] + 1
  let (s : int) = reduce (\(u : int) (e : int) ->
    let (t : int) = u + e
    in (t)) 0 b
  let (t : int) = c > 0
  let (r : int) =
    if t
    then let (d : [n] @ b_mem -> R(n)) = copy a
         let (v : int) = reduce (\(u : int) (e : int) ->
           let (w : int) = u + e
           in (w)) s d
         in (v)
    else s
  in (r)
