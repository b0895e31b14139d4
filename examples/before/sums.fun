-- The prefix sums of x + 1. The scan runs in two stages: the sums of two halves, and then the prefix sums of
-- each half with what lies before it. x may be overwritten.

def f [n] (*x : [n]int) : [n]int = scan (+) 0 (map (\a -> a + 1) x)
