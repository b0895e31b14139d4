-- A sparse matrix by a vector. Each row has the numbers of its columns and its values, and rows have different numbers of them.
--
-- van den Haak et al., "Accelerating nested data parallelism: preserving regularity" (Euro-Par 2020) call such arrays
-- irregular: nothing in the program says how long the rows are. In core they are compressed sparse rows (CSR): the values of all
-- rows, one after the other, and where each row begins.
--
-- > spmv([[1, 3], [], [2]], [[2.0, 1.0], [], [5.0]], [1.0, 10.0, 100.0])
-- [102.0, 0.0, 50.0]
-- > columns(18)[16:3]
-- [[15, 16, 17], [1, 16, 17, 18], [2, 17, 18]]
-- > columns(2)
-- [[1, 2], [1, 2]]
-- > values(columns(2))
-- [[4.0, -1.0], [-1.0, 4.0]]

def spmv [n][m] (columns : [n][?]int) (values : [n][?]f64) (x : [m]f64) : [n]f64 =
  map (\at row -> reduce (+) 0.0 (map (\j a -> a * x[j]) at row)) columns values

-- A matrix of n rows: those of a grid without neighbours on some sides, so that rows have 2 to 5 values.
def columns (n : int) =
  kernel i <= n do
    let all = [i - 16, i - 1, i, i + 1, i + 16]
    in filter(map (\j -> j >= 1 && j <= n) all, all)

def values [n] (at : [n][?]int) = kernel i <= n do map (\j -> if j == i then 4.0 else -1.0) at[i]

let at = columns(40)
let x = kernel i <= 40 do f64(i % 7)
spmv(at, values(at), x)

-- bench: let at = columns(100000) in let a = values(at) in let x = kernel i <= 100000 do f64(i % 7) in
--   spmv(at, a, x)
