-- Many calls of `axisAngle`: an element of the vector depends on the round.
import "../../../examples/fsmooth/hand.fun" as paper

def rounds (k : int) (v : [3]f64) : f64 =
  let (total, _) = loop (total = 0.0, v = v) for r <= k do
    let v = v with [1] = 1.0 / (2.0 + f64(r))
    let m = paper.axisAngle(v)
    in (total + reduce (+) 0.0 (map (\x -> x * x) (flatten m)), v)
  in total

-- bench: let v = [0.0, 0.4, -0.3] in
--   rounds(1000, v)
