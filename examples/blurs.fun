-- Blurs with loops: a box of any size, and several rounds of blur.fun.
--
--   funmem run examples/blurs.fun --in photo=examples/data/ascent.npy -e 'box(4, photo)' --out blur.png
--
-- Without -e it takes a part of the photograph, 40×40. The picture that `rounds`
-- carries gets two rows and columns smaller each time.
--
-- The independent computation is reference/blurs.py: sums of windows from a
-- table of sums of rectangles.
--
-- > box(1, [[9, 9, 9, 0], [9, 9, 9, 0], [9, 9, 9, 0]])
-- [[9, 6]]
-- > box(0, [[1, 2], [3, 4]])
-- [[1, 2], [3, 4]]
-- > rounds(2, replicate(5, replicate(6, 7)))
-- [[7, 7]]
-- > let x = kernel i <= 8, j <= 9 do i * i * j % 50
-- x : [8][9]int
-- > rounds(1, x) == box(1, x)
-- 1

import "blur.fun"

-- The means of squares that reach r elements to each side.
def box [n][m] (r : int) (x : [n][m]int) =
  let w = 2 * r + 1
  in kernel i <= n - 2 * r, j <= m - 2 * r do
       let sum = loop (sum = 0) for di <= w do
         loop (sum = sum) for dj <= w do sum + x[i + di - 1, j + dj - 1]
       in sum / (w * w)

def rounds [n][m] (k : int) (x : [n][m]int) = loop (x = x) for t <= k do blur(x)

box(2, photo[201:40, 161:40])
rounds(3, photo[201:40, 161:40])
