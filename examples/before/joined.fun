-- One array after the other.

def f [n][m] (a : [n]int) (b : [m]int) : [n + m]int = map (\e -> e + 1) a ++ map (\e -> e * 2) b
