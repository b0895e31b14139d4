import "cycle2.fun"
let a = 1
