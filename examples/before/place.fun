-- Twice b goes into a + 1 at k, and the sum of it is needed as well.

def f [n][m] (a : [n]int) (b : [m]int) (k : int) : ([n]int, int) =
  let c = map (\e -> e + 1) a
  let d = map (\e -> 2 * e) b
  let r = c with [k:m] = d
  let z = r with [1] = 0
  in (z, reduce (+) 0 d)
