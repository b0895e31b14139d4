def double [n] (x : [n]int) : [n]int = let y = kernel i <= 1000000000000 do 1 in map (\a -> a * 2) x
def mean [n] (x : [n]f64) : f64 = f64(2 ** 10000000000) * x[1]
def reversed [n] (x : [n]int) : [n]int = let k = loop (s = 2) for i <= 60 do s * s in map (\a -> a + k - k) (reverse x)
