-- Twice b goes into a + 1, from k on.

def f [n][m] (a : [n]int) (b : [m]int) (k : int) : [n]int =
  let c = kernel i <= m do 2 * b[i]
  let d = kernel i <= n do a[i] + 1
  in d with [k:m] = c
