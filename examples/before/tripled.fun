-- Each element times three, where x lies; x may be overwritten.

def f [n] (*x : [n]int) : [n]int = map (\e -> 3 * e) x
