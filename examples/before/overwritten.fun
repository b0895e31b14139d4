-- Twice b goes into a + 1 from k on, after a zero went to p.

def f [n][m] (a : [n]int) (b : [m]int) (k : int) (p : int) : [n]int =
  let d = map (\e -> e + 1) a
  let c = map (\e -> 2 * e) b
  let e = d with [p] = 0
  in e with [k:m] = c
