-- Two elements change places.

def f [n] (x : [n]int) (i : int) (j : int) : [n]int =
  let a = map (\e -> e + 1) x
  in a with [i] = a[j] with [j] = a[i]
