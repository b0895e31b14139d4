-- As many elements of x as its first one says, at most all, after x was changed there.

def f [n] (*x : [n]int) (k : int) : int =
  let m = min(max(x[1], 0), n)
  let y = x with [1] = k
  in reduce (+) 0 y[1:m]
