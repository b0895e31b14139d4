-- Each round makes an array; the last two are needed.

def f [n] (x : [n]int) (rounds : int) : ([n]int, [n]int) =
  loop (a = x, b = x) for k <= rounds do
    let c = kernel i <= n do a[i] + k
    in (c, a)
