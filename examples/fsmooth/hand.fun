-- Hand tracking: the surface of a hand whose bones are turned.
--
-- Shaikhha et al., "Destination-passing style for efficient memory management"
-- (FHPC 2017), Section 5.2: the benchmark `Hand tracking`, of which the paper shows
-- only times; the computation is that of the public benchmark it is taken from.
-- A bone lies in the frame of its parent, which comes before it, turned by
-- three angles; a point of the surface moves with all bones, by its weights; and
-- the whole hand is turned, scaled and moved. Here 4 bones and 6 points. The
-- loop over the bones carries an array of matrices, and sets one in place.
--
-- The independent computation is reference/hand.py: each point goes from frame to
-- frame without any product of matrices, and is turned by a quaternion.
--
-- > axisAngle([0.0, 0.0, 0.0])
-- [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
-- > turned([0.0, 0.0, 0.0]) == frame(1.0)
-- 1
-- > let moved = frame(1.0) with [1, 4] = 5.0
-- moved : [4][4]f64
-- > let chain = absolutes([0, 1], [moved, moved], [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
-- chain : [2][4][4]f64
-- > chain[2, 1]
-- [1.0, 0.0, 0.0, 10.0]
-- > let points = skinned(absolutes(parents, bases, angles), inverses, positions, weights)
-- points : [3][6]f64
-- > let hand = placed([0.3, -0.2, 0.6], [1.0, 1.25, 0.75], [0.5, 0.0, -1.0], points)
-- hand : [3][6]f64
-- > map (\x -> round(1e6 * x)) hand[1]
-- [934528.0, 741071.0, 1302229.0, 827314.0, 1464282.0, 1669447.0]
-- > map (\x -> round(1e6 * x)) hand[3]
-- [-728652.0, -951046.0, -915355.0, -642621.0, -1014115.0, -1050575.0]

def product [n][m][p] (a : [n][m]f64) (b : [m][p]f64) : [n][p]f64 =
  kernel i <= n, j <= p do reduce (\sum x y -> sum + x * y) 0.0 a[i] b[:, j]

-- A frame that scales.
def frame (s : f64) : [4][4]f64 =
  kernel i <= 4, j <= 4 do if i != j then 0.0 else if i == 4 then 1.0 else s

-- A frame that is turned around x, then y, then z, by angles 1, 3 and 2.
def turned (angle : [3]f64) : [4][4]f64 =
  let (cx, sx) = (cos(angle[1]), sin(angle[1]))
  let (cz, sz) = (cos(angle[2]), sin(angle[2]))
  let (cy, sy) = (cos(angle[3]), sin(angle[3]))
  let rx = [[1.0, 0.0, 0.0, 0.0], [0.0, cx, -sx, 0.0], [0.0, sx, cx, 0.0], [0.0, 0.0, 0.0, 1.0]]
  let ry = [[cy, 0.0, sy, 0.0], [0.0, 1.0, 0.0, 0.0], [-sy, 0.0, cy, 0.0], [0.0, 0.0, 0.0, 1.0]]
  let rz = [[cz, -sz, 0.0, 0.0], [sz, cz, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
  in product(rz, product(ry, rx))

-- A turn by the length of v around v.
def axisAngle (v : [3]f64) : [3][3]f64 =
  let angle = sqrt(reduce (+) 0.0 (map (\x -> x * x) v))
  let one = kernel i <= 3, j <= 3 do f64(i == j)
  in if angle < 1e-4
     then one
     else let k = map (\x -> x / angle) v
          let cross = [[0.0, -k[3], k[2]], [k[3], 0.0, -k[1]], [-k[2], k[1], 0.0]]
          in kernel i <= 3, j <= 3 do
               cos(angle) * one[i, j] + sin(angle) * cross[i, j] + (1.0 - cos(angle)) * k[i] * k[j]

-- The frames of all bones in that of the hand; parent 0 is the hand itself.
def absolutes [b] (parents : [b]int) (bases : [b][4][4]f64) (angles : [b][3]f64) : [b][4][4]f64 =
  loop (all = replicate(b, frame(1.0))) for i <= b do
    let own = product(bases[i], turned(angles[i]))
    let absolute = if parents[i] == 0 then own else product(all[parents[i]], own)
    in all with [i] = absolute

-- The points, one in each column: row 4 of the positions is 1.
def skinned [b][n]
    (frames : [b][4][4]f64)
    (inverses : [b][4][4]f64)
    (positions : [4][n]f64)
    (weights : [b][n]f64) :
    [3][n]f64 =
  let zero = kernel i <= 3, j <= n do 0.0
  in loop (sum = zero) for k <= b do
       let moved = product(product(frames[k], inverses[k]), positions)
       in kernel i <= 3, j <= n do sum[i, j] + moved[i, j] * weights[k, j]

def placed [n]
    (rotation : [3]f64)
    (scale : [3]f64)
    (shift : [3]f64)
    (points : [3][n]f64) :
    [3][n]f64 =
  let r = axisAngle(rotation)
  let scaled = kernel i <= 3, j <= 3 do r[i, j] * scale[j]
  let p = product(scaled, points)
  in kernel i <= 3, j <= n do p[i, j] + shift[i]

def number (k : int) : f64 = f64(k % 13 - 6) / 8.0

def affine (k : int) =
  kernel i <= 4, j <= 4 do if i < 4 then number(k + 3 * i + j * j) else f64(j == 4)

let parents = [0, 1, 2, 1]
let bases = kernel b <= 4 do affine(5 * b)
let inverses = kernel b <= 4 do affine(7 * b + 1)
let angles = kernel b <= 4, k <= 3 do number(b * b + 2 * k)
let positions = kernel i <= 4, j <= 6 do if i < 4 then number(4 * i + j * j) else 1.0
let weights = kernel b <= 4, j <= 6 do f64((b + j) % 4) / 6.0

placed([0.3, -0.2, 0.6], [1.0, 1.25, 0.75], [0.5, 0.0, -1.0],
       skinned(absolutes(parents, bases, angles), inverses, positions, weights))

-- bench: let frames = absolutes(parents, bases, angles) in
--   let positions = kernel i <= 4, j <= 50000 do (if i < 4 then number(4 * i + j * j) else 1.0) in
--   let weights = kernel b <= 4, j <= 50000 do f64((b + j) % 4) / 6.0 in
--   skinned(frames, inverses, positions, weights)
