-- before: ../before/queue.fun
-- Double buffering, and then the body's result put into a buffer (Futhark #2084). The pass knows the loop's
-- array by the name of the parameter only: the block of x, the first buffer, still holds a, which is alive
-- under that name, and b is put there in the first round. The kernel overwrites what it reads.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (rounds : int) :
    (r_mem : mem,
     [n] @ r_mem -> R(n),
     int) =
  let (first_mem : mem) = alloc n
  let (first : [n] @ first_mem -> R(n)) = copy x
  let (second_mem : mem) = alloc n
  let (r_mem : mem) (s_mem : mem) (r : [n] @ r_mem -> R(n)) (sum : int) = loop
      (a_mem : mem = first_mem)
      (o_mem : mem = second_mem)
      (a : [n] @ a_mem -> R(n) = first)
      (s : int = 0)
      for k <= rounds do
    let (b : [n] @ first_mem -> R(n)) = kernel i <= n do
      let (e : int) =
        if i < n
        then let (t : int) = a[i + 1]
             in (t)
        else let (t : int) = 2 * a[1]
             in (t)
      in (e)
    let (p : int) = s + b[1] * a[n]
    in (first_mem, o_mem, b, p)
  in (r_mem, r, sum)
