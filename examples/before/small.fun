-- Two rows of three.

kernel i <= 2 do replicate(3, i)
