-- a is needed again only where c is positive.

def f [n] (x : [n]int) (c : int) : int =
  let a = map (\e -> e * 3) x
  let b = map (\e -> e + 1) x
  let s = reduce (+) 0 b
  in if c > 0 then s + reduce (+) 0 a else s
