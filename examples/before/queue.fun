-- In each round the first element goes to the end, doubled, and the old array is still needed for a sum.

def f [n] (x : [n]int) (rounds : int) : ([n]int, int) =
  loop (a = x, s = 0) for k <= rounds do
    let b = kernel i <= n do if i < n then a[i + 1] else 2 * a[1]
    in (b, s + b[1] * a[n])
