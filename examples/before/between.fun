-- Twice b goes into a + 1 from 1 on; what was at p is another result.

def f [n][m] (a : [n]int) (b : [m]int) (p : int) : ([n]int, int) =
  let d = map (\e -> e + 1) a
  let c = map (\e -> 2 * e) b
  let e = d[p]
  in (d with [1:m] = c, e)
