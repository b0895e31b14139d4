-- The sums of what earlier rounds had.

def f [n] (x : [n]int) (rounds : int) : ([n]int, [n]int) =
  loop (a = x, s = copy x) for k <= rounds do
    let t = kernel i <= n do s[i] + a[i]
    let b = kernel i <= n do a[i] * 2 + k
    in (b, t)
