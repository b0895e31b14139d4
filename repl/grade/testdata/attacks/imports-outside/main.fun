import "../all-right.fun"
def double [n] (x : [n]int) : [n]int = map (\a -> a * 2) x
