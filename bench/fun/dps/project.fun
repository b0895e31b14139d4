-- Many calls of `project`: an element of the point, and one of the rotation, depend on the round.
import "../../../examples/fsmooth/linear.fun" as linear
import "../../../examples/fsmooth/project.fun" as paper

def rounds (k : int) (cam : [11]f64) (x : [3]f64) : f64 =
  let (total, _, _) = loop (total = 0.0, cam = cam, x = x) for r <= k do
    let x = x with [1] = 1.0 / (2.0 + f64(r))
    let cam = cam with [1] = 0.1 + f64(r) * 1e-8
    let p = paper.project(cam, x)
    in (total + linear.vectorDot(p, p), cam, x)
  in total

-- bench: let cam = [0.1, 0.1, 0.1, 0.2, 0.1, 0.3, 1.2, 0.01, 0.03, 0.009, 1.2e-4] in
--   let x = [0.03, 0.11, -0.7] in
--   rounds(1000, cam, x)
