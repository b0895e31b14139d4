def twice [n] (x : [n]int) : [n]int = map (\a -> a + a) x
def total [n] (x : [n]f64) : f64 = reduce (+) 0.0 x
