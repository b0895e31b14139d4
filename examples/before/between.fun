-- b goes into d at 1, and p, read from d before that, is another result.

def f [n][m] (a : [n]int) (b : [m]int) (p : int) : ([n]int, int) =
  let d = map (\e -> e + 1) a
  let c = map (\e -> 2 * e) b
  let e = d[p]
  in (d with [1:m] = c, e)
