-- before: ../before/powers.fun
-- Double buffering in the two halves of one block: the second starts at n.

def f [n]
    (x_mem : mem)
    (x : [n] @ x_mem -> R(n))
    (rounds : int) :
    (r_mem : mem,
     r_off : int,
     [n] @ r_mem -> r_off + {(n : 1)}) =
  let (b_mem : mem) = alloc (2 * n)
  let (c : [n] @ b_mem -> R(n)) = copy x
  let (zero : int) = 0
  let (half : int) = n
  let (off : int) (r : [n] @ b_mem -> off + {(n : 1)}) (other : int) = loop
      (o : int = zero)
      (a : [n] @ b_mem -> o + {(n : 1)} = c)
      (p : int = half)
      for k <= rounds do
    let (y : [n] @ b_mem -> p + {(n : 1)}) = kernel i <= n do a[i] + a[n + 1 - i]
    in (p, y, o)
  in (b_mem, off, r)
