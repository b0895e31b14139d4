-- Each round needs the two arrays before.

def f [n] (x : [n]int) (y : [n]int) (rounds : int) : ([n]int, [n]int) =
  loop (a = x, b = y) for k <= rounds do
    let c = kernel i <= n do a[i] + b[i] + 1
    in (b, c)
