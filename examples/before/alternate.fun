-- One array changes in each round, and the other one in the next.

def f [n] (x : [n]int) (rounds : int) : [n]int =
  let (p, q) = loop (a = copy x, b = copy x) for k <= rounds do (b, a with [1] = b[1] + k)
  in kernel i <= n do 10 * p[i] + q[i]
