-- The prefix sums of x + 1; x may be overwritten.

def f [n] (*x : [n]int) : [n]int = scan (+) 0 (map (\a -> a + 1) x)
