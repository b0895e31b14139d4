-- The cross product of two vectors.
--
-- Shaikhha et al., "Destination-passing style for efficient memory management"
-- (FHPC 2017), Section 5.1: the micro-benchmark `cross`, vectorCross(a, b), there
-- 10⁶ times. Here many pairs at the same time, and what a cross product does.
--
-- The independent computation is reference/cross.py: by the signs of
-- permutations, in exact fractions.
--
-- > vectorCross([1.0, 2.0, 3.0], [4.0, 5.0, 6.0])
-- [-3.0, 6.0, -3.0]
-- > crossAll([[0.0, 1.0, 0.0]], [[0.0, 0.0, 2.0]])
-- [[2.0, 0.0, 0.0]]

import "linear.fun"

def crossAll [n] (x : [n][3]f64) (y : [n][3]f64) : [n][3]f64 = map vectorCross x y

let x = kernel i <= 5, j <= 3 do f64((i * i + 2 * j) % 7) / 4.0
let y = kernel i <= 5, j <= 3 do f64((3 * i + j * j) % 5) / 8.0
let z = crossAll(x, y)
z
map vectorDot x z  -- 0: it is perpendicular to both

-- bench: let x = kernel i <= 300000, j <= 3 do f64((i + j) % 101) / 3.0 in
--   let y = kernel i <= 300000, j <= 3 do f64(i * j % 103) / 7.0 in
--   crossAll(x, y)
