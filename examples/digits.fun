-- A reader of handwritten digits: a picture shows what the nearest picture of
-- known ones shows.
--
--   funmem run examples/digits.fun --in digits=examples/data/digits.npy --in labels=examples/data/digits_labels.npy
--
-- The data are 1797 pictures of 8×8 points from 0 to 16, each a row of 64. The
-- distance is that of Euclid, squared. With every second of the first 200 known it
-- reads 92 of the other 100 right, as printed; with the first 1497 known it reads
-- 284 of the last 300 (94.7 %) right:
--
--   -e 'correct(digits[1:1497, :], labels[1:1497], digits[1498:300, :], labels[1498:300])'
--
-- The independent computation is reference/digits.py: the nearest by sorting all
-- distances.
--
-- > distance([1, 2], [4, -2])
-- 25
-- > nearest([[0, 0], [9, 9], [5, 6]], [6, 5])
-- 3
-- > nearest([[0, 2], [2, 0]], [0, 0])
-- 1
-- > read([[0, 0], [9, 9], [5, 6]], [7, 8, 9], [[1, 0], [5, 5]])
-- [7, 9]
-- > correct([[0, 0], [9, 9]], [7, 8], [[1, 0], [5, 5], [4, 4]], [7, 8, 8])
-- 2

def distance [n] (x : [n]int) (y : [n]int) : int = reduce (\sum a b -> sum + (a - b) ** 2) 0 x y

-- The first of the pictures that are nearest to x.
def nearest [t][n] (pictures : [t][n]int) (x : [n]int) : int =
  let far = map (\picture -> distance(picture, x)) pictures
  let (best, _) =
    reduce (\best least i d -> if d < least then (i, d) else (best, least)) (1, far[1]) (iota t)
      far
  in best

def read [t][k][n] (known : [t][n]int) (labels : [t]int) (pictures : [k][n]int) : [k]int =
  map (\x -> labels[nearest(known, x)]) pictures

-- How many pictures are read right.
def correct [t][k][n]
    (known : [t][n]int)
    (labels : [t]int)
    (pictures : [k][n]int)
    (shown : [k]int) :
    int =
  reduce (+) 0 (map (==) read(known, labels, pictures) shown)

read(digits[1:100:2, :], labels[1:100:2], digits[2:100:2, :])
correct(digits[1:100:2, :], labels[1:100:2], digits[2:100:2, :], labels[2:100:2])
