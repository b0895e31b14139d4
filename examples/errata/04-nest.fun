-- verdict: type error
-- Fig. 5 as printed: nest([v₁, …, v_m], [k₁]…[k_n]) cuts off pieces of k_n
-- elements, nests them by [k₁]…[k_{n−1}], and its last piece is
-- [v_{m−k_n}, …, v_m]. For nest([1, …, 6], [2][3]) that is, for the first piece,
-- nest([1, 2, 3], [2]) = [[1, 2], …, [1, 2, 3]], and not the row [1, 2, 3].

let v = iota 6
let piece = v[1:3]
let nested = [piece[1:2], piece[3 - 2 : 3]]
