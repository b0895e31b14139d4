let ok = 1
let wrong = 1 +
