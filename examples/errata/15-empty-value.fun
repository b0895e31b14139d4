-- verdict: type error
-- The value [] that Fig. 1 has for the x of errata/15-empty.fun: one dimension,
-- and no transpose.

let x = []
transpose x
