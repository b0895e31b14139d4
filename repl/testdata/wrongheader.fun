-- in: p=[9.0]
let q = p + none
