-- The twin of bench/fun/sumsquares.fun.

def sumsquares (n: i64) : i64 = i64.sum (map (\i -> i * i % 7) (1...n))

entry inputs : i64 = 1000000

entry main (n: i64) : i64 = sumsquares n
