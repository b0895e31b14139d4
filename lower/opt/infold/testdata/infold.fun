-- V3 of the paper: a fold of rows, whose result becomes a row
def plus [n] (x : [n]int) (y : [n]int) : [n]int = map (+) x y
def rowaddV3 [r][c] (a : [r][c]int) : [r][c]int =
  kernel i <= r do if i <= r - 3 then reduce (\acc x -> map (+) acc x) replicate(c, 0) a[i:3, :] else replicate(c, 0)
rowaddV3([[1, 2], [3, 4], [5, 6], [7, 8]])
---
-- matrices as accumulators
def f [n][r][c] (a : [n][r][c]int) : [r][c]int =
  reduce (\acc x -> kernel i <= r, j <= c do acc[i, j] * 2 + x[i, j]) (kernel i <= r, j <= c do i + j) a
f([[[1, 2], [3, 4]], [[5, 6], [7, 8]]])
---
-- f64s, and a fold of two arrays
def f [n][c] (a : [n][c]f64) (w : [n]f64) : [c]f64 =
  reduce (\acc x s -> kernel i <= c do acc[i] + s * x[i]) replicate(c, 0.0) a w
f([[1.0, 2.0], [3.0, 4.0]], [0.5, 2.0])
---
-- the function is done with the accumulator before it makes its result
def f [n][c] (a : [n][c]int) : [c]int =
  reduce (\acc x -> let s = reverse (map (\v -> v * 2) acc) in kernel i <= c do s[i] + x[i]) replicate(c, 1) a
f([[1, 2, 3], [4, 5, 6]])
---
-- a square matrix: every element of the result needs all of a row and a column of the accumulator
def f [n][c] (a : [n][c][c]int) : [c][c]int =
  reduce (\acc x -> kernel i <= c, j <= c do reduce (+) 0 (map (*) acc[i] x[:, j])) (kernel i <= c, j <= c do i == j) a
f([[[1, 2], [3, 4]], [[0, 1], [1, 0]]])
---
-- max: the result is an argument
def f [n][c] (a : [n][c]int) : [c]int =
  reduce (\acc x -> if acc[1] < x[1] then x else acc) replicate(c, 0) a
f([[1, 2], [3, 4], [2, 7]])
---
-- the first one: the result is always an argument
def f [n][c] (a : [n][c]int) : [c]int =
  reduce (\acc x -> x) replicate(c, 0) a
f([[1, 2], [3, 4], [2, 7]])
---
-- a branch has memory of its own, the other one gives the accumulator
def f [n][c] (a : [n][c]int) : [c]int =
  reduce (\acc x -> if x[1] > 2 then map (+) acc x else acc) replicate(c, 0) a
f([[1, 2], [3, 4], [2, 7]])
---
-- a constant function: memory made fresh in the function
def f [n][c] (a : [n][c]int) : [c]int =
  reduce (\acc x -> kernel i <= c do x[1] + i) replicate(c, 0) a
f([[1, 2], [3, 4], [2, 7]])
---
-- another element of the accumulator
def f [n][c] (a : [n][c]int) : [c]int =
  reduce (\acc x -> kernel i <= c do acc[c - i + 1] + x[i]) replicate(c, 0) a
f([[1, 2, 3], [3, 4, 9]])
---
-- the own element, and another one by another name
def f [n][c] (a : [n][c]int) : [c]int =
  reduce (\acc x -> let r = reverse acc in kernel i <= c do acc[i] + 2 * r[i] + x[i]) replicate(c, 0) a
f([[1, 2, 3], [3, 4, 9]])
---
-- a part of the accumulator is used afterwards
def f [n][c] (a : [n][c]int) : ([c]int, int) =
  reduce (\(acc, s) x -> let y = map (+) acc x in let t = acc[1] in (y, s + 10 * t)) (replicate(c, 1), 0) a
f([[1, 2], [3, 4], [5, 6]])
---
-- another name of it is used afterwards
def f [n][c] (a : [n][c]int) : ([c]int, int) =
  reduce (\(acc, s) x -> let r = reverse acc in let y = map (+) acc x in let t = r[1] in (y, s + 10 * t)) (replicate(c, 1), 0) a
f([[1, 2], [3, 4], [5, 6]])
---
-- two accumulators, each in its place
def f [n][c] (a : [n][c]int) : ([c]int, [c]int) =
  reduce (\(s, p) x -> (map (+) s x, map (*) p x)) (replicate(c, 0), replicate(c, 1)) a
f([[1, 2], [3, 4], [5, 6]])
---
-- two accumulators, and the second needs the first one as it was
def f [n][c] (a : [n][c]int) : ([c]int, [c]int) =
  reduce (\(s, p) x -> let t = map (+) s x in (t, kernel i <= c do p[i] + s[i])) (replicate(c, 0), replicate(c, 1)) a
f([[1, 2], [3, 4], [5, 6]])
---
-- two accumulators, and the second is what the first one was
def f [n][c] (a : [n][c]int) : ([c]int, [c]int) =
  reduce (\(s, p) x -> (map (+) p x, s)) (replicate(c, 0), replicate(c, 1)) a
f([[1, 2], [3, 4], [5, 6]])
---
-- one array for two accumulators
def f [n][c] (a : [n][c]int) : ([c]int, [c]int) =
  reduce (\(s, p) x -> let t = map (+) s x in (t, t)) (replicate(c, 0), replicate(c, 1)) a
f([[1, 2], [3, 4], [5, 6]])
---
-- a fold whose function is a fold, which begins with the accumulator
def f [n][m][c] (a : [n][m][c]int) : [c]int =
  reduce (\acc x -> reduce (\b y -> map (+) b y) acc x) replicate(c, 0) a
f([[[1, 2], [3, 4]], [[5, 6], [7, 8]]])
---
-- a fold within, which reads the accumulator in every round
def f [n][m][c] (a : [n][m][c]int) : [c]int =
  reduce (\acc x -> reduce (\b y -> kernel i <= c do b[i] + y[i] * acc[i]) acc x) replicate(c, 1) a
f([[[1, 2], [3, 4]], [[5, 6], [7, 8]]])
---
-- a fold within, which begins with another array and reads the accumulator in every round
def f [n][m][c] (a : [n][m][c]int) : [c]int =
  reduce (\acc x -> reduce (\b y -> kernel i <= c do b[i] + y[i] * acc[i]) replicate(c, 0) x) replicate(c, 1) a
f([[[1, 2], [3, 4]], [[5, 6], [7, 8]]])
---
-- a fold within, which begins with the accumulator and reads it by another name
def f [n][m][c] (a : [n][m][c]int) : [c]int =
  reduce (\acc x -> let r = reverse acc in reduce (\b y -> kernel i <= c do b[i] + y[i] * r[i]) acc x) replicate(c, 1) a
f([[[1, 2], [3, 4]], [[5, 6], [7, 8]]])
---
-- what a call gives
def add [c] (x : [c]int) (y : [c]int) : [c]int = kernel i <= c do x[i] + y[i]
def f [n][c] (a : [n][c]int) : [c]int = reduce (\acc x -> add(acc, x)) replicate(c, 0) a
f([[1, 2], [3, 4], [5, 6]])
---
-- a call that uses the accumulator within the kernel
def total [c] (x : [c]int) : int = reduce (+) 0 x
def f [n][c] (a : [n][c]int) : [c]int = reduce (\acc x -> kernel i <= c do acc[i] + total(acc)) replicate(c, 1) a
f([[1, 2], [3, 4], [5, 6]])
---
-- a histogram: the function changes the accumulator in place already
def f [n] (x : [n]int) : [4]int = reduce (\count v -> count with [v % 4 + 1] = count[v % 4 + 1] + 1) replicate(4, 0) x
f([1, 2, 3, 6, 7])
---
-- an update in place of a fresh copy of the accumulator
def f [n][c] (a : [n][c]int) : [c]int =
  reduce (\acc x -> let y = map (+) acc x in y with [c] = x[1]) replicate(c, 0) a
f([[1, 2], [3, 4], [5, 6]])
---
-- an accumulator that is also folded over
def f [c] (a : [c][c]int) : [c][c]int =
  reduce (\acc x -> kernel i <= c, j <= c do acc[i, j] + x[j]) a a
f([[1, 2], [3, 4]])
---
-- neutral elements from outside of the kernel
def f [r][c] (a : [r][c]int) : [r][c]int =
  let zeroes = replicate(c, 0)
  in kernel i <= r do if i < r then reduce (\acc x -> map (+) acc x) zeroes a[i:2, :] else zeroes
f([[1, 2], [3, 4], [5, 6]])
---
-- in a loop
def f [n][c] (a : [n][c]int) (k : int) : [c]int =
  loop (y = replicate(c, 1)) for t <= k do reduce (\acc x -> map (+) acc x) y a
f([[1, 2], [3, 4], [5, 6]], 3)
---
-- rows that are not made in place: the accumulator is made of two parts
def f [n][c] (a : [n][c]int) : [2 * c]int =
  reduce (\acc x -> concat(map (\v -> v + 1) x, x)) replicate(2 * c, 0) a
f([[1, 2], [3, 4]])
---
-- a block that is too large: something else lies behind the result
def f [n][c] (a_mem : mem) (a : [n][c]int @ a_mem -> R(n, c)) : (m : mem, [c]int @ m -> R(c)) =
  let (z_mem : mem) = alloc c
  let (o_mem : mem) = alloc c
  let (o : [c]int @ o_mem -> R(c)) = replicate(c, 0)
  let (z : [c]int @ z_mem -> R(c)) = reduce (\(k : int) (acc : [c]int @ z_mem -> R(c)) (x : [c]int @ a_mem -> c * k - c + {(c : 1)}) ->
    let (r_mem : mem) = alloc (2 * c)
    let (r : [c]int @ r_mem -> R(c)) = kernel i <= c do
      let (s : int) = acc[i]
      let (t : int) = x[i]
      let (u : int) = s + t
      in (u)
    let (q : [c]int @ r_mem -> c + {(c : 1)}) = replicate(c, 7)
    in (r)) o a
  in (z_mem, z)
---
-- a result that lies in its block from the end on
def f [n][c] (a_mem : mem) (a : [n][c]int @ a_mem -> R(n, c)) : (m : mem, [c]int @ m -> R(c)) =
  let (z_mem : mem) = alloc c
  let (o_mem : mem) = alloc c
  let (o : [c]int @ o_mem -> R(c)) = replicate(c, 0)
  let (z : [c]int @ z_mem -> R(c)) = reduce (\(k : int) (acc : [c]int @ z_mem -> R(c)) (x : [c]int @ a_mem -> c * k - c + {(c : 1)}) ->
    let (r_mem : mem) = alloc c
    let (r : [c]int @ r_mem -> c - 1 + {(c : -1)}) = kernel i <= c do
      let (s : int) = acc[i]
      let (t : int) = x[i]
      let (u : int) = s * 2 + t
      in (u)
    in (r)) o a
  in (z_mem, z)
---
-- an accumulator that is a part of a block
def f [n][c] (a_mem : mem) (a : [n][c]int @ a_mem -> R(n, c)) : (m : mem, [2 * c]int @ m -> R(2 * c)) =
  let (z_mem : mem) = alloc (2 * c)
  let (y : [2 * c]int @ z_mem -> R(2 * c)) = replicate(2 * c, 5)
  let (o_mem : mem) = alloc c
  let (o : [c]int @ o_mem -> R(c)) = replicate(c, 0)
  let (z : [c]int @ z_mem -> c + {(c : 1)}) = reduce (\(k : int) (acc : [c]int @ z_mem -> c + {(c : 1)}) (x : [c]int @ a_mem -> c * k - c + {(c : 1)}) ->
    let (r_mem : mem) = alloc c
    let (r : [c]int @ r_mem -> R(c)) = kernel i <= c do
      let (s : int) = acc[i]
      let (t : int) = x[i]
      let (u : int) = s + t
      in (u)
    in (r)) o a
  let (w : [2 * c]int @ z_mem -> R(2 * c)) = y with [c + 1:c] = z
  in (z_mem, w)
---
-- one block for the results of two folds, of which the second reads what the first one gave
def f [n][c] (a_mem : mem) (a : [n][c]int @ a_mem -> R(n, c)) : (m : mem, [c]int @ m -> R(c), p : mem, [c]int @ p -> R(c)) =
  let (z_mem : mem) = alloc c
  let (y_mem : mem) = alloc c
  let (o_mem : mem) = alloc c
  let (r_mem : mem) = alloc c
  let (o : [c]int @ o_mem -> R(c)) = replicate(c, 0)
  let (z : [c]int @ z_mem -> R(c)) = reduce (\(k : int) (acc : [c]int @ z_mem -> R(c)) (x : [c]int @ a_mem -> c * k - c + {(c : 1)}) ->
    let (r : [c]int @ r_mem -> R(c)) = kernel i <= c do
      let (s : int) = acc[i]
      let (t : int) = x[i]
      let (u : int) = s + t
      in (u)
    in (r)) o a
  let (y : [c]int @ y_mem -> R(c)) = reduce (\(k : int) (acc : [c]int @ y_mem -> R(c)) (x : [c]int @ a_mem -> c * k - c + {(c : 1)}) ->
    let (r : [c]int @ r_mem -> R(c)) = kernel i <= c do
      let (s : int) = acc[i]
      let (t : int) = z[i]
      let (u : int) = s * 2 + t
      in (u)
    in (r)) o a
  in (z_mem, z, y_mem, y)
---
-- the function fills its block twice, and reads the accumulator in between
def f [n][c] (a_mem : mem) (a : [n][c]int @ a_mem -> R(n, c)) : (m : mem, [c]int @ m -> R(c)) =
  let (z_mem : mem) = alloc c
  let (o_mem : mem) = alloc c
  let (o : [c]int @ o_mem -> R(c)) = replicate(c, 1)
  let (z : [c]int @ z_mem -> R(c)) = reduce (\(k : int) (acc : [c]int @ z_mem -> R(c)) (x : [c]int @ a_mem -> c * k - c + {(c : 1)}) ->
    let (r_mem : mem) = alloc c
    let (q : [c]int @ r_mem -> R(c)) = replicate(c, 3)
    let (r : [c]int @ r_mem -> R(c)) = kernel i <= c do
      let (s : int) = acc[i]
      let (t : int) = x[i]
      let (u : int) = s + t
      in (u)
    in (r)) o a
  in (z_mem, z)
---
-- an array over the whole block from before the fold
def f [n][c] (a_mem : mem) (a : [n][c]int @ a_mem -> R(n, c)) : (m : mem, [c]int @ m -> R(c)) =
  let (z_mem : mem) = alloc c
  let (y : [c]int @ z_mem -> R(c)) = replicate(c, 5)
  let (v : [c]int @ z_mem -> c - 1 + {(c : -1)}) = reverse y
  let (z : [c]int @ z_mem -> R(c)) = reduce (\(k : int) (acc : [c]int @ z_mem -> R(c)) (x : [c]int @ a_mem -> c * k - c + {(c : 1)}) ->
    let (r_mem : mem) = alloc c
    let (r : [c]int @ r_mem -> R(c)) = kernel i <= c do
      let (s : int) = acc[i]
      let (t : int) = x[i]
      let (u : int) = s + t
      in (u)
    in (r)) y a
  in (z_mem, z)
---
-- the accumulator itself as another result
def f [n][c] (a_mem : mem) (a : [n][c]int @ a_mem -> R(n, c)) : (m : mem, [c]int @ m -> R(c), p : mem, [c]int @ p -> R(c)) =
  let (z_mem : mem) = alloc c
  let (y_mem : mem) = alloc c
  let (o_mem : mem) = alloc c
  let (o : [c]int @ o_mem -> R(c)) = replicate(c, 0)
  let (z : [c]int @ z_mem -> R(c)) (y : [c]int @ y_mem -> R(c)) = reduce (\(k : int) (acc : [c]int @ z_mem -> R(c)) (b : [c]int @ y_mem -> R(c)) (x : [c]int @ a_mem -> c * k - c + {(c : 1)}) ->
    let (r_mem : mem) = alloc c
    let (r : [c]int @ r_mem -> R(c)) = kernel i <= c do
      let (s : int) = acc[i]
      let (t : int) = x[i]
      let (u : int) = s + t
      in (u)
    in (r, acc)) (o, o) a
  in (z_mem, z, y_mem, y)
---
-- the indices run backwards in memory
def f [n][c] (a_mem : mem) (a : [n][c]int @ a_mem -> R(n, c)) : (m : mem, [c]int @ m -> R(c)) =
  let (z_mem : mem) = alloc c
  let (o_mem : mem) = alloc c
  let (o : [c]int @ o_mem -> R(c)) = replicate(c, 0)
  let (z : [c]int @ z_mem -> R(c)) = reduce (\(k : int) (acc : [c]int @ z_mem -> R(c)) (x : [c]int @ a_mem -> c * k - c + {(c : 1)}) ->
    let (r_mem : mem) = alloc c
    let (w : [c]int @ r_mem -> c - 1 + {(c : -1)}) = kernel i <= c do
      let (s : int) = acc[i]
      let (t : int) = x[i]
      let (u : int) = s * 2 + t
      in (u)
    let (r : [c]int @ r_mem -> R(c)) = reverse w
    in (r)) o a
  in (z_mem, z)
---
-- another shape, with the own index
def f [n][r][c] (a : [n][r][c]int) : [r][c]int =
  reduce (\acc x -> reshape((r, c), kernel i <= c, j <= r do if (i <= r) * (j <= c) then acc[i, j] + x[i, j] else 1)) (kernel i <= r, j <= c do i + j) a
f([[[1, 2, 3], [3, 4, 5]], [[5, 6, 1], [7, 8, 2]]])
---
-- a function that uses an array in the block of the accumulator from outside, in the first round
let (z_mem : mem) = alloc 3
let (y : [3]int @ z_mem -> R(3)) = [5, 6, 7]
let (a_mem : mem) = alloc 6
let (b : [6]int @ a_mem -> R(6)) = [1, 2, 3, 4, 5, 6]
let (a : [2][3]int @ a_mem -> R(2, 3)) = reshape((2, 3), b)
def first (k : int) (i : int) : int = if k == 1 then y[4 - i] else 0
let (z : [3]int @ z_mem -> R(3)) = reduce (\(k : int) (acc : [3]int @ z_mem -> R(3)) (x : [3]int @ a_mem -> 3 * k - 3 + {(3 : 1)}) ->
  let (s : int) = acc[1]
  let (r_mem : mem) = alloc 3
  let (r : [3]int @ r_mem -> R(3)) = kernel i <= 3 do
    let (t : int) = first(k, i)
    let (v : int) = x[i]
    let (u : int) = s + t + v
    in (u)
  in (r)) y a
in (z_mem, z)
