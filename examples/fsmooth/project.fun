-- Bundle adjustment: where a camera sees a point of space.
--
-- Shaikhha et al., "Destination-passing style for efficient memory management"
-- (FHPC 2017), Fig. 13, with the point and camera of the benchmark's driver. The
-- `vectorNorm` of that figure is the squared length, unlike that of Fig. 3. A
-- camera is eleven numbers: a rotation, its centre, the focal length, the middle
-- of the picture, and two numbers of how the lens distorts.
--
-- The independent computation is reference/project.py: the rotation as a
-- product of quaternions.
--
-- > rodriguesRotate([0.0, 0.0, 0.0], [1.0, 2.0, 3.0])
-- [1.0, 2.0, 3.0]
-- > radialDistort([0.5, 0.25], [1.0, 1.0])
-- [3.0, 3.0]
-- > project([0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 2.0, 10.0, 20.0, 0.0, 0.0], [3.0, 2.0, 5.0])
-- [11.0, 20.5]

import "linear.fun"

def radialDistort (radical : [2]f64) (proj : [2]f64) : [2]f64 =
  let rsq = vectorDot(proj, proj)
  let l = 1.0 + radical[1] * rsq + radical[2] * rsq * rsq
  in vectorSMul(proj, l)

def rodriguesRotate (rotation : [3]f64) (x : [3]f64) : [3]f64 =
  let sqtheta = vectorDot(rotation, rotation)
  in if sqtheta != 0.0
     then let theta = sqrt(sqtheta)
          let thetaInv = 1.0 / theta
          let w = vectorSMul(rotation, thetaInv)
          let wCrossX = vectorCross(w, x)
          let tmp = vectorDot(w, x) * (1.0 - cos(theta))
          let v1 = vectorSMul(x, cos(theta))
          let v2 = vectorSMul(wCrossX, sin(theta))
          in vectorAdd(vectorAdd(v1, v2), vectorSMul(w, tmp))
     else vectorAdd(x, vectorCross(rotation, x))

def project (cam : [11]f64) (x : [3]f64) : [2]f64 =
  let xcam = rodriguesRotate(vectorSlice(cam, 1, 3), vectorSub(x, vectorSlice(cam, 4, 6)))
  let distorted =
    radialDistort(vectorSlice(cam, 10, 11), vectorSMul(vectorSlice(xcam, 1, 2), 1.0 / xcam[3]))
  in vectorAdd(vectorSlice(cam, 8, 9), vectorSMul(distorted, cam[7]))

let cam = [0.1, 0.1, 0.1, 0.2, 0.1, 0.3, 1.2, 0.01, 0.03, 0.009, 1.2e-4]
project(cam, [0.03, 0.11, -0.7])
let points = kernel i <= 8, j <= 3 do
  f64((i * i + 3 * j) % 11) / 8.0 - (if j == 3 then 4.0 else 0.0)
map (\x -> project(cam, x)) points

-- bench: let points = kernel i <= 20000, j <= 3 do f64((i * i + 3 * j) % 11) / 8.0 - (if j == 3 then 4.0 else 0.0) in
--   map (\x -> project(cam, x)) points
