-- A scan that starts at 50.

def f [n] (x : [n]int) : [n]int = scan (+) 50 x
