-- Two arrays, both of them results.

def f [n] (x : [n]int) : ([n]int, [n]int) = (map (\e -> e + 1) x, map (\e -> e * 2) x)
