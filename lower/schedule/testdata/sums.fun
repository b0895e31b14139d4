def squares (n : int) : int = reduce (+) 3 (map (\i -> i * i) (iota n))
def spread [n] (a : [n]int) = (reduce min 5 a, reduce max 0 a)
let a = kernel i <= SIZE do i * 5 % 7
squares(SIZE)
spread(a)
sum_f64(map f64 a)
