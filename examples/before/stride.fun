-- Two rows of three.

[iota 3, replicate(3, 9)]
