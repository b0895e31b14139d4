-- Edges of a grey-scale photograph: the Sobel operator, |gx| + |gy|, cut off
-- at 255.
--
--   funmem run examples/edges.fun --in photo=examples/data/ascent.npy --out edges.png
--
-- > edges([[0, 0, 9, 9], [0, 0, 9, 9], [0, 0, 9, 9]])
-- [[36, 36]]
-- > edges(replicate(3, replicate(3, 7)))
-- [[0]]

def edges [n][m] (x : [n][m]int) =
  kernel i <= n - 2, j <= m - 2 do
    let gx = x[i, j + 2] + 2 * x[i + 1, j + 2] + x[i + 2, j + 2]
           - (x[i, j] + 2 * x[i + 1, j] + x[i + 2, j])
    let gy = x[i + 2, j] + 2 * x[i + 2, j + 1] + x[i + 2, j + 2]
           - (x[i, j] + 2 * x[i, j + 1] + x[i, j + 2])
    in min(abs(gx) + abs(gy), 255)

edges(photo)
