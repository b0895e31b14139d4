-- A 3×3 box blur of a grey-scale photograph.
--
--   funmem run examples/blur.fun --in photo=examples/data/ascent.npy --out blur.png
--
-- The result is two rows and two columns smaller than the picture: each of its
-- elements is the mean of a 3×3 window.
--
-- > blur([[9, 9, 9, 0], [9, 9, 9, 0], [9, 9, 9, 0]])
-- [[9, 6]]
-- > :type blur
-- blur : [n][m] (x : [n][m]int) -> [n - 2][m - 2]int
-- > blur([[1, 2]])
-- error: -1

def blur [n][m] (x : [n][m]int) =
  kernel i <= n - 2, j <= m - 2 do
    (x[i, j]     + x[i, j + 1]     + x[i, j + 2]
   + x[i + 1, j] + x[i + 1, j + 1] + x[i + 1, j + 2]
   + x[i + 2, j] + x[i + 2, j + 1] + x[i + 2, j + 2]) / 9

blur(photo)
