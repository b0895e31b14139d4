-- The twin of examples/rodinia/backprop.fun.

def squash (x: f64) : f64 = 1.0 / (1.0 + f64.exp (-x))

def forward [n][m][k] (units: [n]f64) (w: [k][m]f64) : [m]f64 =
  tabulate m (\j -> squash (loop sum = w[0, j] for i < n do sum + w[i + 1, j] * units[i]))

def outputErrors [m] (output: [m]f64) (target: [m]f64) : (f64, [m]f64) =
  let deltas = map2 (\o t -> o * (1.0 - o) * (t - o)) output target
  in (f64.sum (map f64.abs deltas), deltas)

def hiddenErrors [n][m][k] (hidden: [n]f64) (w: [k][m]f64) (deltas: [m]f64) : (f64, [n]f64) =
  let below =
    tabulate n (\i ->
      let sum = f64.sum (map2 (*) deltas w[i + 1])
      in hidden[i] * (1.0 - hidden[i]) * sum)
  in (f64.sum (map f64.abs below), below)

-- New weights and their changes.
def adjust [n][m][k] (deltas: [m]f64) (units: [n]f64) (w: [k][m]f64) (change: [k][m]f64) : ([k][m]f64, [k][m]f64) =
  tabulate_2d k m (\i j ->
    let unit = if i == 0 then 1.0 else units[i - 1]
    let new = 0.3 * deltas[j] * unit + 0.3 * change[i, j]
    in (w[i, j] + new, new))
  |> map unzip
  |> unzip

def train [n][m][h][a][b] (input: [n]f64) (target: [m]f64) (w1: [a][h]f64) (w2: [b][m]f64) =
  let zero1 = replicate a (replicate h 0.0)
  let zero2 = replicate b (replicate m 0.0)
  let (w1, _, w2, _, outError, hiddenError) =
    loop (w1, change1, w2, change2, _, _) = (w1, zero1, w2, zero2, 0.0, 0.0) for _step < 2 do
      let hidden = forward input w1
      let output = forward hidden w2
      let (outError, outDeltas) = outputErrors output target
      let (hiddenError, hiddenDeltas) = hiddenErrors hidden w2 outDeltas
      let (w2, change2) = adjust outDeltas hidden w2 change2
      let (w1, change1) = adjust hiddenDeltas input w1 change1
      in (w1, change1, w2, change2, outError, hiddenError)
  in (outError, hiddenError, w1, w2)

entry inputs : ([]f64, [][]f64, [][]f64) =
  (map (\i -> f64.i64 (i * i % 7) / 7.0) (1...20000),
   tabulate_2d 20001 16 (\i j -> f64.i64 ((3 * (i + 1) + 5 * (j + 1)) % 11 - 5) / 10000.0),
   tabulate_2d 17 2 (\i j -> f64.i64 ((4 * (i + 1) + 3 * (j + 1)) % 9 - 4) / 8.0))

entry main [n][h][a][b] (input: [n]f64) (w1: [a][h]f64) (w2: [b][2]f64) : [a][h]f64 =
  let (_, _, first, _) = train input [0.9, 0.1] w1 w2
  in first
