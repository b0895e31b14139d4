-- The sum of each element and the one that mirrors it.

let x = iota 6
kernel i <= 6 do x[i] + (reverse x)[i]
