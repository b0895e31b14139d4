-- Many calls of `vectorCross`: an element of its argument depends on the round.
import "../../../examples/fsmooth/linear.fun" as paper

def rounds (k : int) (x : [3]f64) (y : [3]f64) : f64 =
  let (total, _) = loop (total = 0.0, x = x) for r <= k do
    let x = x with [1] = 1.0 / (2.0 + f64(r))
    in (total + paper.vectorSum(paper.vectorCross(x, y)), x)
  in total

-- bench: let x = [0.0, 0.75, -0.5] in
--   let y = [0.25, -1.5, 0.625] in
--   rounds(1000, x, y)
