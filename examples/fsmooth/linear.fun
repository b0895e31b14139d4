-- A library of vectors and matrices.
--
-- Shaikhha, Fitzgibbon, Peyton Jones and Vytiniotis, "Destination-passing style
-- for efficient memory management" (FHPC 2017), Fig. 3, under the names there. What
-- takes a function there (vectorMap, vectorMap2, matrixMap, matrixMap2) is `map`,
-- `build` is a kernel, `ifold` a loop, and indices begin with 1. Other figures
-- and programs of the paper use vectorSub and vectorCross, too.
--
-- The independent computation is reference/linear.py, in exact fractions.
--
-- > vectorRange(3)
-- [1.0, 2.0, 3.0]
-- > vectorSlice([1.0, 2.0, 3.0, 4.0], 2, 3)
-- [2.0, 3.0]
-- > vectorNorm([3.0, 4.0])
-- 5.0
-- > vectorSum(empty([0]f64))
-- 0.0
-- > matrixMul([[1.0, 2.0]], matrixTranspose([[3.0, 4.0], [5.0, 6.0]]))
-- [[11.0, 17.0]]
-- > vectorOutProd([1.0, 2.0], [3.0, 4.0, 5.0])
-- [[3.0, 4.0, 5.0], [6.0, 8.0, 10.0]]
-- > vectorCross([1.0, 0.0, 0.0], [0.0, 1.0, 0.0])
-- [0.0, 0.0, 1.0]
-- > vectorAdd(x, vectorSMul(y, 3.0))
-- [2.5, 8.0, 6.0, 7.0, 11.0, 7.5]
-- > vectorCross(vectorSlice(x, 1, 3), vectorSlice(y, 4, 6))
-- [-5.0, 2.5, 0.0]
-- > vectorCross([1.0, 2.0, 3.0], [4.0, 6.0, 9.0])
-- [0.0, 3.0, -2.0]
-- > matrixAdd(a, a)[1]
-- [1.5, 0.0, 1.0, 2.0, 0.5, 1.5]

def vectorRange (n : int) : [n]f64 = kernel i <= n do f64(i)

def vectorAdd [n] (x : [n]f64) (y : [n]f64) : [n]f64 = map (+) x y

def vectorSub [n] (x : [n]f64) (y : [n]f64) : [n]f64 = map (-) x y

def vectorEMul [n] (x : [n]f64) (y : [n]f64) : [n]f64 = map (*) x y

def vectorSMul [n] (x : [n]f64) (s : f64) : [n]f64 = map (\a -> a * s) x

def vectorSum [n] (x : [n]f64) : f64 = loop (sum = 0.0) for i <= n do sum + x[i]

def vectorDot [n] (x : [n]f64) (y : [n]f64) : f64 = vectorSum(vectorEMul(x, y))

def vectorNorm [n] (x : [n]f64) : f64 = sqrt(vectorDot(x, x))

-- From element s to element e.
def vectorSlice [n] (x : [n]f64) (s : int) (e : int) : [e - s + 1]f64 =
  kernel i <= e - s + 1 do x[i + s - 1]

def vectorCross (x : [3]f64) (y : [3]f64) : [3]f64 = [x[2] * y[3] - x[3] * y[2],
                                                      x[3] * y[1] - x[1] * y[3],
                                                      x[1] * y[2] - x[2] * y[1]]

def matrixRows [n][m] (x : [n][m]f64) : int = n

def matrixCols [n][m] (x : [n][m]f64) : int = m

def matrixAdd [n][m] (x : [n][m]f64) (y : [n][m]f64) : [n][m]f64 = map vectorAdd x y

-- Fig. 3 builds it; `transpose x` is a view.
def matrixTranspose [n][m] (x : [n][m]f64) : [m][n]f64 = kernel i <= m, j <= n do x[j, i]

def matrixMul [n][m][p] (x : [n][m]f64) (y : [m][p]f64) : [n][p]f64 =
  let yT = matrixTranspose(y)
  in kernel i <= n, j <= p do vectorDot(x[i], yT[j])

def vectorOutProd [n][m] (x : [n]f64) (y : [m]f64) : [n][m]f64 =
  matrixMul(matrixTranspose([x]), [y])

let x = vectorRange(6)
let y = kernel i <= 6 do f64(i * i % 7) / 2.0
let a = kernel i <= 3, j <= 6 do f64((i * i + 2 * j) % 5) / 4.0
vectorAdd(x, vectorSMul(y, 3.0))
vectorDot(vectorSub(x, y), vectorEMul(x, y))
vectorNorm(y)
matrixAdd(a, a)
matrixMul(a, matrixTranspose(a))
vectorOutProd(vectorSlice(x, 2, 4), vectorSlice(y, 5, 6))
vectorCross(vectorSlice(x, 1, 3), vectorSlice(y, 4, 6))

-- bench: let x = kernel i <= 200, j <= 200 do f64((3 * i + j) % 11) / 3.0 in
--   let y = kernel i <= 200, j <= 200 do f64((i + 5 * j) % 13) / 7.0 in
--   matrixMul(x, y)
