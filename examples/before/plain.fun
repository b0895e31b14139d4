-- Each element plus one.

def f [n] (x : [n]int) : [n]int = map (\e -> e + 1) x
