-- Halves of the elements, and the elements.

def f [n] (x : [n]int) : ([n]int, [n]f64) =
  let a = map (\e -> e + 1) x
  let b = map (\e -> f64(e) / 2.0) a
  let c = map (\e -> e + 1.0) b
  in (map (\e -> e * 3) a, c)
