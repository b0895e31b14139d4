-- The twin of examples/fsmooth/project.fun. The camera is an input, too.

def vectorAdd [n] (x: [n]f64) (y: [n]f64) : [n]f64 = map2 (+) x y

def vectorSub [n] (x: [n]f64) (y: [n]f64) : [n]f64 = map2 (-) x y

def vectorSMul [n] (x: [n]f64) (s: f64) : [n]f64 = map (* s) x

def vectorDot [n] (x: [n]f64) (y: [n]f64) : f64 = f64.sum (map2 (*) x y)

def vectorCross (x: [3]f64) (y: [3]f64) : [3]f64 =
  [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]

def radialDistort (radical: [2]f64) (proj: [2]f64) : [2]f64 =
  let rsq = vectorDot proj proj
  let l = 1.0 + radical[0] * rsq + radical[1] * rsq * rsq
  in vectorSMul proj l

def rodriguesRotate (rotation: [3]f64) (x: [3]f64) : [3]f64 =
  let sqtheta = vectorDot rotation rotation
  in if sqtheta != 0.0
     then let theta = f64.sqrt sqtheta
          let thetaInv = 1.0 / theta
          let w = vectorSMul rotation thetaInv
          let wCrossX = vectorCross w x
          let tmp = vectorDot w x * (1.0 - f64.cos theta)
          let v1 = vectorSMul x (f64.cos theta)
          let v2 = vectorSMul wCrossX (f64.sin theta)
          in vectorAdd (vectorAdd v1 v2) (vectorSMul w tmp)
     else vectorAdd x (vectorCross rotation x)

def project (cam: [11]f64) (x: [3]f64) : [2]f64 =
  let xcam = rodriguesRotate (cam[0:3] :> [3]f64) (vectorSub x (cam[3:6] :> [3]f64))
  let distorted = radialDistort (cam[9:11] :> [2]f64) (vectorSMul (xcam[0:2] :> [2]f64) (1.0 / xcam[2]))
  in vectorAdd (cam[7:9] :> [2]f64) (vectorSMul distorted cam[6])

entry inputs : ([]f64, [][]f64) =
  ([0.1, 0.1, 0.1, 0.2, 0.1, 0.3, 1.2, 0.01, 0.03, 0.009, 1.2e-4],
   tabulate_2d 20000 3 (\i j ->
     f64.i64 (((i + 1) * (i + 1) + 3 * (j + 1)) % 11) / 8.0 - (if j == 2 then 4.0 else 0.0)))

entry main [n] (cam: [11]f64) (points: [n][3]f64) : [n][2]f64 = map (project cam) points
