def sumsquares (n : int) : int = reduce (+) 0 (kernel i <= n do i * i % 7)

-- bench: sumsquares(1000000)
