-- Many calls of `add3`, each on the result of the one before.
import "../../../examples/fsmooth/add3.fun" as paper

def rounds (k : int) (v : [100]f64) (b : [100]f64) (c : [100]f64) : [100]f64 =
  loop (v = v) for r <= k do paper.add3(v, b, c)

-- bench: let v = kernel i <= 100 do f64(i % 13) / 10.0 in
--   let b = kernel i <= 100 do f64(i % 11) / 7.0 in
--   let c = kernel i <= 100 do f64(i % 5 - 2) / 16.0 in
--   rounds(1000, v, b, c)
