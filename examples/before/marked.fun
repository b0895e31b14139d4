-- The sum of x with one more at k.

def f [n] (x : [n]int) (k : int) : int =
  let y = x with [k] = x[k] + 1
  in reduce (+) 0 y
