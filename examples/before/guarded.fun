-- Twice b goes into a + 1 from k on, where it fits.

def f [n][m] (a : [n]int) (b : [m]int) (k : int) : [n]int =
  let d = kernel i <= n do a[i] + 1
  let c = kernel i <= m do 2 * b[i]
  let fits = k >= 1 && k + m - 1 <= n
  in if fits then d with [k:m] = c else d
