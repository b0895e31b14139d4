-- Needleman-Wunsch: the best score of an alignment of two sequences.
--
-- Rodinia's `nw`, also in Vießmann et al., "Extended memory reuse" (IFL 2018,
-- Table 1: 24×24) and in Munksgaard et al. (SC 2022). Rodinia has 2048×2048 scores of a
-- BLOSUM matrix and a penalty of 10 for a gap; here 9×9 scores from a formula, in
-- which equal letters score 5 and others -3 to 1. The cells of an anti-diagonal
-- do not depend on each other. In the matrix, row after row, they lie at one
-- distance: a slice of the flat matrix, which an update fills in place.
--
-- The independent computation is reference/nw.py: row by row, in another
-- order, and the best score again by a recursion over all alignments.
--
-- > align(10, [[5]])
-- [[0, -10], [-10, 5]]
-- > score(10, [[5, -3], [-3, 5]])
-- 10
-- > align(1, [[0, 0], [9, 0]])
-- [[0, -1, -2], [-1, 0, -1], [-2, 8, 7]]

-- The scores of the best alignments of all beginnings, given how well each pair
-- of letters fits: row and column 1 are the alignments with nothing but gaps.
def align [n] (gap : int) (fits : [n][n]int) : [n + 1][n + 1]int =
  let w = n + 1
  let borders = kernel i <= w, j <= w do if i == 1 || j == 1 then -gap * (i + j - 2) else 0
  let scores = loop (m = flatten borders) for d <= 2 * n - 1 do
    let top = max(d - n + 1, 1)  -- of this diagonal in `fits`: its first row,
    let count = min(d, n) - top + 1  -- and the number of its cells
    let first = top * w + (d - top + 1) + 1
    let diagonal = kernel k <= count do
      let i = top + k - 1
      let at = first + (k - 1) * n
      in max(m[at - w - 1] + fits[i, d - i + 1], max(m[at - 1], m[at - w]) - gap)
    in m with [first:count:n] = diagonal
  in reshape((w, w), scores)

def score [n] (gap : int) (fits : [n][n]int) : int = align(gap, fits)[n + 1, n + 1]

-- How well the letters of two sequences fit.
def fits [n] (x : [n]int) (y : [n]int) =
  kernel i <= n, j <= n do if x[i] == y[j] then 5 else x[i] * y[j] % 5 - 3

def letters (n : int) (k : int) = kernel i <= n do (i * i + k * i) % 7 % 4

align(10, fits(letters(9, 1), letters(9, 2)))
score(2, fits(letters(9, 1), letters(9, 3)))

-- bench: let scores = fits(letters(500, 1), letters(500, 3)) in
--   align(10, scores)
