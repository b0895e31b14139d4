-- verdict: stuck
-- What one would read through the LMAD of errata/02-slice.fun. Offset k of a
-- block in which x lies at R(4) holds x[k + 1], so that the slice x[2:2] as
-- printed, from offset 2 on, is [x[3], x[4]].

let x = [10, 20, 30, 40]
let s = x[2:2]
let printed = kernel i <= 2 do x[2 + i]
check s[1] = printed[1]
