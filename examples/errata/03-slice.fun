-- verdict: stuck
-- Fig. 5 as printed: slice([v₁, …, v_m], k₁, k₂) = [v_{k₁}, …, v_{k₁+k₂}], which
-- is k₂ + 1 elements: one more than T-SLICE says, and for x[3:2] of four
-- elements v₅, which does not exist. What x[3:2] is by the figure:

let x = iota 4
let printed = x[3 : 2 + 1]
check length(printed) = 2
