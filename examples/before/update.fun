-- x and an update of it.

let x = iota 4
let y = x with [2] = 20
kernel i <= 4 do x[i] + y[i]
