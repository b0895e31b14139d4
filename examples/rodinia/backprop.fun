-- Back-propagation: a step of training a network with one hidden layer.
--
-- Rodinia's `backprop`, also in Vießmann et al., "Extended memory reuse" (IFL
-- 2018, Table 1: 65536 inputs; 16 hidden units). Here 6 inputs, 4 hidden units
-- and 2 outputs. Row 1 of the weights is that of the unit that is always 1. Each
-- step gives new weights and how much they changed, which the next step wants for
-- its momentum: two results of one kernel. Printed are the errors and the weights
-- after two steps.
--
-- The independent computation is reference/backprop.py: the same step by
-- differentiating the squared error numerically, in 60 decimal digits.
--
-- > forward([0.0], [[0.0], [5.0]])
-- [0.5]
-- > let (errors, deltas) = outputErrors([0.5, 0.5], [1.0, 0.5])
-- errors : f64
-- deltas : [2]f64
-- > errors
-- 0.125
-- > deltas
-- [0.125, 0.0]
-- > let (outError, hiddenError, first, second) = train(input, [0.9, 0.1], w1, w2)
-- outError : f64
-- hiddenError : f64
-- first : [7][4]f64
-- second : [5][2]f64
-- > (round(1e9 * outError), round(1e9 * hiddenError))
-- 155863536.0
-- 35123733.0
-- > map (\x -> round(1e6 * x)) first[3]
-- [-202899.0, 305850.0, -302952.0, 197299.0]
-- > map (\x -> round(1e6 * x)) second[2]
-- [-221444.0, 98127.0]

def squash (x : f64) : f64 = 1.0 / (1.0 + exp(-x))

-- The units of a layer, from those of the layer before.
def forward [n][m][k] (units : [n]f64) (w : [k][m]f64) : [m]f64 =
  kernel j <= m do squash(loop (sum = w[1, j]) for i <= n do sum + w[i + 1, j] * units[i])

def outputErrors [m] (output : [m]f64) (target : [m]f64) : (f64, [m]f64) =
  let deltas = map (\o t -> o * (1.0 - o) * (t - o)) output target
  in (reduce (+) 0.0 (map abs deltas), deltas)

def hiddenErrors [n][m][k] (hidden : [n]f64) (w : [k][m]f64) (deltas : [m]f64) : (f64, [n]f64) =
  let below = kernel i <= n do
    let sum = reduce (\sum d x -> sum + d * x) 0.0 deltas w[i + 1]
    in hidden[i] * (1.0 - hidden[i]) * sum
  in (reduce (+) 0.0 (map abs below), below)

-- New weights and their changes.
def adjust [n][m][k]
    (deltas : [m]f64)
    (units : [n]f64)
    (w : [k][m]f64)
    (change : [k][m]f64) :
    ([k][m]f64,
     [k][m]f64) =
  kernel i <= k, j <= m do
    let unit = if i == 1 then 1.0 else units[i - 1]
    let new = 0.3 * deltas[j] * unit + 0.3 * change[i, j]
    in (w[i, j] + new, new)

-- Two steps of training; the errors are those of the second.
def train [n][m][h][a][b] (input : [n]f64) (target : [m]f64) (w1 : [a][h]f64) (w2 : [b][m]f64) =
  let zero1 = kernel i <= a, j <= h do 0.0
  let zero2 = kernel i <= b, j <= m do 0.0
  let (w1, _, w2, _, outError, hiddenError) = loop
      (w1 = w1, change1 = zero1, w2 = w2, change2 = zero2, outError = 0.0, hiddenError = 0.0)
      for step <= 2 do
    let hidden = forward(input, w1)
    let output = forward(hidden, w2)
    let (outError, outDeltas) = outputErrors(output, target)
    let (hiddenError, hiddenDeltas) = hiddenErrors(hidden, w2, outDeltas)
    let (w2, change2) = adjust(outDeltas, hidden, w2, change2)
    let (w1, change1) = adjust(hiddenDeltas, input, w1, change1)
    in (w1, change1, w2, change2, outError, hiddenError)
  in (outError, hiddenError, w1, w2)

let input = kernel i <= 6 do f64(i * i % 7) / 7.0
let w1 = kernel i <= 7, j <= 4 do f64((3 * i + 5 * j) % 11 - 5) / 10.0
let w2 = kernel i <= 5, j <= 2 do f64((4 * i + 3 * j) % 9 - 4) / 8.0
train(input, [0.9, 0.1], w1, w2)

-- bench: let input = kernel i <= 20000 do f64(i * i % 7) / 7.0 in
--   let w1 = kernel i <= 20001, j <= 16 do f64((3 * i + 5 * j) % 11 - 5) / 10000.0 in
--   let w2 = kernel i <= 17, j <= 2 do f64((4 * i + 3 * j) % 9 - 4) / 8.0 in
--   (let (e1, e2, first, second) = train(input, [0.9, 0.1], w1, w2) in first)
