-- A map and a fold of it.

def sumSquares (n : int) : int = reduce (+) 0 (kernel i <= n do i * i % 7)
