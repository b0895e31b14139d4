-- A sum of two arrays.

let x = iota 4
let y = kernel i <= 4 do 10 * i
kernel i <= 4 do x[i] + y[i]
