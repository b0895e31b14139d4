-- Some rounds of the sums of both neighbours, for all but the first and the last element.

def f [n] (x : [n]int) (rounds : int) : [n]int =
  let m = max(n - 2, 0)
  in loop (a = x) for k <= rounds do
       let y = kernel i <= m do a[i] + a[i + 2]
       in a with [2:m] = y
