-- Products.

let a = iota 3
let b = replicate(3, 7)
kernel i <= 3 do a[i] * b[i]
