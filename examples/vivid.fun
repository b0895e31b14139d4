-- A picture in colour, blurred a little and made more vivid.
--
--   funmem run examples/vivid.fun --in picture=examples/data/balls.png --out vivid.png
--
-- The third dimension is red, green and blue. Each is moved twice as far away
-- from the grey level of its pixel.
--
-- > vivid([[[100, 120, 110]]])
-- [[[88, 128, 108]]]
-- > grey([[[10, 10, 10], [255, 0, 0]]])
-- [[10, 76]]
-- > soft([[[1, 10, 0], [3, 30, 0]], [[1, 10, 0], [3, 30, 0]]])
-- [[[2, 20, 0]]]
-- > :type soft
-- soft : [n][m] (x : [n][m][3]int) -> [n - 1][m - 1][3]int

-- The grey level that looks as bright as a pixel.
def grey [n][m] (x : [n][m][3]int) =
  kernel i <= n, j <= m do (299 * x[i, j, 1] + 587 * x[i, j, 2] + 114 * x[i, j, 3]) / 1000

-- The mean of each 2×2 window, for each of the three colours.
def soft [n][m] (x : [n][m][3]int) =
  kernel i <= n - 1, j <= m - 1, k <= 3 do
    (x[i, j, k] + x[i, j + 1, k] + x[i + 1, j, k] + x[i + 1, j + 1, k]) / 4

def vivid [n][m] (x : [n][m][3]int) =
  let g = grey(x)
  in kernel i <= n, j <= m, k <= 3 do max(0, min(255, 2 * x[i, j, k] - g[i, j]))

vivid(soft(picture))
