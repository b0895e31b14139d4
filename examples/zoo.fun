-- The index transformations: each of them is a new index function on the same
-- memory (`funmem lower --to mem examples/zoo.fun` shows it).
--
-- > transpose (transpose x)
-- [[11, 12, 13, 14], [21, 22, 23, 24], [31, 32, 33, 34]]

let x = [[11, 12, 13, 14],
         [21, 22, 23, 24],
         [31, 32, 33, 34]]

shape(x)                 -- the sizes
transpose x              -- columns become rows
x[2]                     -- a row
x[:, 2]                  -- a column
x[2:2, 1:3]              -- offset : size in both dimensions
x[1, 4:4:-1]             -- a row back to front: offset : size : stride
x[1:2:2, 1:2:2]          -- every second row and column
reverse x                -- the rows back to front
x[2:0, :]                -- no row at all: a size of 0 is fine

let c = kernel i <= 2, j <= 2, k <= 3 do 100 * i + 10 * j + k
permute((3, 1, 2), c)    -- dimension k of the result is dimension p_k of c
transpose (reverse (transpose x[1:2, 2:2]))
reshape((2, 6), x)       -- the same elements in row-major order
flatten c                -- the outer two dimensions as one
copy x[:, 3]             -- a fresh array
x[:, 1:2] ++ [[1, 2]]    -- another one: each operand is copied to its place
replicate(2, x[3, 1:2])
