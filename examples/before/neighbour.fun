-- Sums of neighbours.

let x = iota 5
kernel i <= 4 do x[i] + x[i + 1]
